"""Makes the wheel of the Python package, for pip (PEP 517).

CMake compiles the library and the extension module and lays the package out; here it only gets its metadata and is
zipped. Needs CMake, the libraries of packaging/install-dependencies.sh and pybind11, and no other Python package.
Objects stay in build/python-<tag> of the tree, so that the next install compiles what has changed.

Environment: CMAKE_ARGS holds more options for CMake, CMAKE_BUILD_PARALLEL_LEVEL the number of jobs, CMAKE_GENERATOR,
CXX and CMAKE_CXX_COMPILER_LAUNCHER are CMake's own.
"""

import base64
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PYTHON_TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"
WHEEL_TAG = f"{PYTHON_TAG}-{PYTHON_TAG}-{re.sub('[-.]', '_', sysconfig.get_platform())}"
# The first moment that a zip file can name: the same sources give the same bytes.
EPOCH = (1980, 1, 1, 0, 0, 0)


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = pathlib.Path(metadata_directory) / dist_info()
    folder.mkdir()
    for name, text in metadata().items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"lunette-{version()}-{WHEEL_TAG}.whl"
    with tempfile.TemporaryDirectory() as staging:
        files = {path.relative_to(staging).as_posix(): path.read_bytes() for path in compiled(pathlib.Path(staging))}
    files.update({f"{dist_info()}/{file}": text.encode() for file, text in metadata().items()})
    record = f"{dist_info()}/RECORD"
    files[record] = "".join([*(record_of(file, files[file]) for file in sorted(files)), f"{record},,\n"]).encode()
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, content in files.items():
            entry = zipfile.ZipInfo(file, EPOCH)
            entry.external_attr = (0o755 if file.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The tree as it stands in git."""
    base = f"lunette-{version()}"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    name = pathlib.Path(sdist_directory) / f"{base}.tar.gz"
    with tempfile.TemporaryDirectory() as folder, tarfile.open(name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        information = pathlib.Path(folder) / "PKG-INFO"
        information.write_text(metadata()["METADATA"], encoding="utf-8")
        archive.add(information, f"{base}/PKG-INFO")
        for file in filter(None, tracked.split("\0")):
            archive.add(ROOT / file, f"{base}/{file}")
    return name.name


def compiled(staging):
    """The files of the package, which CMake builds and installs below `staging`."""
    build = ROOT / "build" / f"python-{PYTHON_TAG}"
    options = [f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_BUILD_TYPE=Release", "-DLUNETTE_BUILD_PYTHON=ON",
               "-DLUNETTE_BUILD_TOOLS=OFF", "-DLUNETTE_BUILD_BINDINGS=OFF", "-DLUNETTE_INSTALL=OFF",
               *found_pybind11(), *shlex.split(os.environ.get("CMAKE_ARGS", ""))]
    if "CMAKE_GENERATOR" not in os.environ and not (build / "CMakeCache.txt").exists() and shutil.which("ninja"):
        options.append("-GNinja")
    jobs = [] if "CMAKE_BUILD_PARALLEL_LEVEL" in os.environ else ["--parallel", str(os.cpu_count() or 1)]
    for command in (["-S", ROOT, "-B", build, *options],
                    ["--build", build, "--config", "Release", "--target", "lunette_python", *jobs],
                    ["--install", build, "--config", "Release", "--component", "python", "--prefix", staging]):
        subprocess.run(["cmake", *map(str, command)], check=True)
    return sorted(path for path in staging.rglob("*") if path.is_file())


def found_pybind11():
    """Where pip installed it; of Debian's pybind11-dev, CMake knows by itself."""
    try:
        import pybind11
        folder = pathlib.Path(pybind11.get_cmake_dir())
    except (ImportError, AttributeError):
        return []
    return [f"-Dpybind11_DIR={folder}"] if (folder / "pybind11Config.cmake").exists() else []


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(lunette VERSION (\S+)", text, re.MULTILINE).group(1)


def dist_info():
    return f"lunette-{version()}.dist-info"


def metadata():
    about = project()
    lines = ["Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {version()}",
             f"Summary: {about['description']}", f"Requires-Python: {about['requires-python']}",
             *(f"Requires-Dist: {needed}" for needed in about["dependencies"]),
             "Description-Content-Type: text/markdown", "",
             (ROOT / "probe/python/README.md").read_text(encoding="utf-8")]
    wheel = ["Wheel-Version: 1.0", "Generator: lunette_backend", "Root-Is-Purelib: false", f"Tag: {WHEEL_TAG}", ""]
    return {"METADATA": "\n".join(lines), "WHEEL": "\n".join(wheel)}


def record_of(file, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{file},sha256={digest},{len(content)}\n"
