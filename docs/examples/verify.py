#!/usr/bin/env python3
"""Verifies a whole archive with nothing but Python: verify.py ORIGIN, or verify.py --vectors DIR for the test vectors."""
import base64, hashlib, json, re, sys, urllib.request

DATASETS = "claims checks threads posts precedents challenges lineage observations check_reviews resolutions".split()
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P

def sha(data):
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()

def add(a, b):  # RFC 8032, 5.1.4
    t = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0]), 2 * a[3] * b[3] * D, 2 * a[2] * b[2]
    e, f, g, h = t[1] - t[0], t[3] - t[2], t[3] + t[2], t[1] + t[0]
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(n, point):
    result = (0, 1, 1, 0)
    while n:
        if n & 1:
            result = add(result, point)
        point, n = add(point, point), n >> 1
    return result

def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        raise ValueError("not a point")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P

BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))

def signed(key, text, signature):
    try:
        raw, given = base64.b64decode(key, validate=True), base64.b64decode(signature, validate=True)
        s, a, r = int.from_bytes(given[32:], "little"), point_of(raw), point_of(given[:32])
    except ValueError:
        return False
    k = int.from_bytes(hashlib.sha512(given[:32] + raw + text.encode()).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(k, a))
    return len(given) == 64 and s < L and all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))

def page_ok(raw):
    start, end = raw.find(b'"records":') + 10, raw.rfind(b',"gone":')
    try:
        return json.loads(raw)["sha256"] == sha(raw[start:end])
    except ValueError:
        return False

def hash_of(things):
    return sha("".join(thing["sha256"] + "\n" for thing in things))

def manifest_ok(manifest, blocks):
    pages = [page for block in blocks for page in block["pages"]]
    listed = [(b["index"], b["after"], b["pages"], b["sha256"]) for b in manifest["blocks"]]
    return (manifest["root"] == hash_of(blocks) and manifest["pages"] == len(pages) and all(b["sha256"] == hash_of(b["pages"]) for b in blocks)
            and listed == [(n, n * 10000, len(b["pages"]), b["sha256"]) for n, b in enumerate(blocks)] and [p["after"] for p in pages]
            == [100 * n for n in range(len(pages))] and manifest["records"] == sum(p["count"] for p in pages))

def keys_ok(keys):
    chained = all(k.get("signedBy") == f["id"] and signed(f["publicKey"], f"morrowkin-key/1\n{f['id']}\n{k['id']}\n{k['publicKey']}\n{k['from']}\n", k.get("signature", "")) for f, k in zip(keys, keys[1:]))
    return chained and all(key["id"] == "key_" + sha(base64.b64decode(key["publicKey"]))[:16] for key in keys)

def checkpoint_ok(origin, keys, checkpoint):
    lines = "".join(rf"{dataset} \d+ \d+ [0-9a-f]{{64}}\n" for dataset in DATASETS)
    form = rf"morrowkin-checkpoint/1\n{re.escape(origin)}\n\d+\n[0-9TZ:.-]+\n{lines}"
    key = [one["publicKey"] for one in keys if one["id"] == checkpoint["keyId"]]
    return bool(re.fullmatch(form, checkpoint["body"])) and bool(key) and signed(key[0], checkpoint["body"], checkpoint["signature"])

def archive(origin):
    get = lambda path: urllib.request.urlopen(origin + path, timeout=30).read()
    keys, checkpoint = json.loads(get("/.well-known/morrowkin-protocol.json"))["keys"], json.loads(get("/api/community/archive/checkpoint"))
    named = checkpoint["body"].split("\n")[1]
    yield "keys", keys_ok(keys)
    yield "checkpoint of " + named, checkpoint_ok(named, keys, checkpoint)
    for dataset, records, pages, root in (line.split() for line in checkpoint["body"].splitlines()[4:]):
        manifest = json.loads(get(f"/api/community/archive/manifest?dataset={dataset}"))
        blocks = [json.loads(get(f"/api/community/archive/manifest?dataset={dataset}&block={n}")) for n in range(len(manifest["blocks"]))]
        yield f"{dataset} manifest", manifest_ok(manifest, blocks) and [records, pages, root] == [str(manifest["records"]), str(manifest["pages"]), manifest["root"]]
        for page in (page for block in blocks for page in block["pages"]):
            raw = get(f"/api/community/archive?dataset={dataset}&after={page['after']}")
            yield f"{dataset} {page['after']}", page_ok(raw) and [(told["sha256"], len(told["records"])) for told in [json.loads(raw)]] == [(page["sha256"], page["count"])]

def vectors(folder):
    checks = {"pages": lambda v: page_ok(v["response"].encode()), "manifests": lambda v: manifest_ok(v["manifest"], v["blocks"]),
              "keys": lambda v: keys_ok(v["keys"]), "checkpoints": lambda v: checkpoint_ok(v["origin"], v["keys"], v["checkpoint"])}
    for name, check in checks.items():
        with open(f"{folder}/{name}.json", encoding="utf-8") as file:
            yield from ((f"{name}: {vector['name']}", check(vector)) for vector in json.load(file))

results = list(vectors(sys.argv[2]) if sys.argv[1] == "--vectors" else archive(sys.argv[1].rstrip("/")))
print("\n".join(f"{what}: {'valid' if holds else 'not valid'}" for what, holds in results))
sys.exit(0 if sys.argv[1] == "--vectors" or all(holds for _, holds in results) else 1)
