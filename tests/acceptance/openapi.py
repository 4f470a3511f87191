"""The service's description of itself, and answers held to it."""

import re

from jsonschema import Draft202012Validator


class Description:
    def __init__(self, document):
        self.document = document
        # Templates with fewer variables come first: /api/v1/rulesets before /api/v1/{ruleset}.
        self.paths = sorted(document["paths"], key=lambda path: path.count("{"))
        self.seen = set()

    def resolved(self, node):
        if "$ref" not in node:
            return node
        found = self.document
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return self.resolved(found)

    def template_of(self, path):
        for template in self.paths:
            if re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)), path):
                return template
        return None

    def faults_of_value(self, value, schema):
        # References are from the document's root.
        validator = Draft202012Validator(dict(schema, components=self.document["components"]))
        return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in validator.iter_errors(value)]

    def faults(self, method, path, answer):
        """What of an answer the description does not allow."""
        template = self.template_of(path)
        operation = self.document["paths"].get(template, {}).get(method.lower())
        if operation is None:
            return [f"{method} {path} is not described"]
        response = operation["responses"].get(str(answer.status))
        if response is None:
            return [f"{method} {template} is not said to answer {answer.status}"]
        response = self.resolved(response)
        self.seen.add((method.lower(), template, str(answer.status)))
        faults = [f"no header {name}" for name in response.get("headers", {}) if answer.header(name) is None]
        content = response.get("content", {})
        kind = (answer.header("Content-Type") or "").partition(";")[0]
        if bool(answer.body) != bool(content) or (content and kind not in content):
            return [*faults, f"content of type '{kind}', expected {list(content) or 'none'}"]
        if kind == "application/json":
            faults += self.faults_of_value(answer.json(), content[kind]["schema"])
        return faults

    def own_faults(self):
        """Of the document: references that lead nowhere, schemas that are none, examples that do not fit, parameters of
        paths that are not declared."""
        for where, node in nodes(self.document):
            if isinstance(node, dict) and isinstance(node.get("$ref"), str):
                try:
                    self.resolved(node)
                except KeyError:
                    yield f"{where}: {node['$ref']} leads nowhere"
            if isinstance(node, dict) and "schema" in node:
                for name, example in self.examples_of(node):
                    for fault in self.faults_of_value(example, node["schema"]):
                        yield f"{where}, example {name}: {fault}"
        for name, schema in self.document["components"]["schemas"].items():
            try:
                Draft202012Validator.check_schema(schema)
            except Exception as fault:  # jsonschema's own class moved between versions
                yield f"schema {name}: {fault}"
        operations = [operation["operationId"] for path in self.document["paths"].values()
                      for method, operation in path.items() if method != "parameters"]
        if len(set(operations)) != len(operations):
            yield "an operationId twice"
        for template, path in self.document["paths"].items():
            for method, operation in path.items():
                if method == "parameters":
                    continue
                declared = {self.resolved(parameter)["name"]
                            for parameter in [*path.get("parameters", []), *operation.get("parameters", [])]
                            if self.resolved(parameter)["in"] == "path"}
                if declared != set(re.findall(r"\{(\w+)\}", template)):
                    yield f"{method} {template}: path parameters {declared}"
        used = {node["$ref"] for _, node in nodes(self.document) if isinstance(node, dict) and isinstance(node.get("$ref"), str)}
        for kind, things in self.document["components"].items():
            for name in things:
                if f"#/components/{kind}/{name}" not in used:
                    yield f"#/components/{kind}/{name} is not used"

    def examples_of(self, node):
        if "example" in node:
            yield "", node["example"]
        for name, example in node.get("examples", {}).items():
            yield name, self.resolved(example)["value"]


def nodes(node, where="#"):
    yield where, node
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from nodes(value, f"{where}/{key}")
