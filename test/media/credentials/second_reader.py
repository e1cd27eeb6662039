"""Reads the Content Credentials of files with c2pa-python, and prints one line of JSON."""

import json
import sys

import c2pa


def read(path: str) -> dict[str, object]:
    store = json.loads(c2pa.Reader(path).json())
    failures = store["validation_results"]["activeManifest"]["failure"]
    return {
        "state": store["validation_state"],
        "manifests": len(store["manifests"]),
        "problems": [one["code"] for one in failures],
    }


print(json.dumps([read(path) for path in sys.argv[1:]]))
