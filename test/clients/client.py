"""Scenarios of test/clients for both clients. The last line of the output is the result as JSON."""

import asyncio
import inspect
import json
import re
import resource
import sys
import time

import media_platform
from media_platform import AsyncMediaClient, MediaClient, errors, types, webhooks

FOX = "a red fox in snow"


LOOP = asyncio.new_event_loop()


class Blocking:
    """Runs each async method to completion, so that both clients share the scenarios."""

    def __init__(self, target):
        self.target = target

    def __getattr__(self, name):
        return self.adapt(getattr(self.target, name))

    def adapt(self, value):
        if inspect.isawaitable(value):
            return self.adapt(LOOP.run_until_complete(value))
        if hasattr(value, "__anext__"):
            return self.drain(value)
        if callable(value):
            return lambda *args, **options: self.adapt(value(*args, **options))
        if type(value).__module__.startswith("media_platform._async"):
            return Blocking(value)
        return value

    def drain(self, items):
        try:
            while True:
                yield LOOP.run_until_complete(items.__anext__())
        except StopAsyncIteration:
            return
        finally:
            LOOP.run_until_complete(items.aclose())


def connect(mode, **options):
    if mode == "sync":
        return MediaClient(**options)
    return Blocking(AsyncMediaClient(**options))


def error_of(act):
    try:
        act()
    except errors.MediaError as error:
        return error
    raise AssertionError("nothing was raised")


def describe(error):
    return {"class": type(error).__name__, "code": getattr(error, "code", None)}


def success(mode):
    client = connect(mode)
    handle = client.images.create(prompt=FOX, aspect_ratio="16:9")
    done = handle.wait(timeout=60)
    listed = next(iter(client.generations.list(limit=1)))
    deleted = client.generations.delete(handle.id)
    return {
        "accepted": handle.generation["status"],
        "status": done["status"],
        "url": done["result"]["url"],
        "listed": listed["id"] == handle.id,
        "deleted": deleted["deleted"],
        "after": describe(error_of(lambda: client.generations.get(handle.id))),
        "unknown": describe(error_of(lambda: client.generations.get("../account"))),
    }


def video(mode):
    client = connect(mode)
    clip = client.videos.create(
        model="seedance-2.5", prompt=FOX, duration="4", resolution="480p", aspect_ratio="16:9"
    )
    return {"url": clip.wait(timeout=90)["result"]["url"]}


def speak(mode):
    client = connect(mode)
    handle = client.speech.create(text="Good morning.", voice_key="grace", format="mp3", speed=1.5)
    done = handle.wait(timeout=60)
    blocked = client.speech.create(text="simulate:content_blocked")
    failed = error_of(lambda: client.speech.wait(blocked.id, timeout=60))
    listed = [one["id"] for one in client.speech.list()]
    completed = [one["id"] for one in client.speech.list(status="completed", limit=1)]
    deleted = client.speech.delete(handle.id)
    return {
        "accepted": handle.speech["status"],
        "done": {name: done[name] for name in ("object", "status", "voice_key", "format", "speed")},
        "url": done["result"]["url"],
        "listed": [listed == [blocked.id, handle.id], completed == [handle.id]],
        "failed": describe(failed),
        "refunded": failed.speech["refunded_credits"] == failed.speech["credits"] > 0,
        "deleted": [deleted["object"], deleted["deleted"]],
        "after": describe(error_of(lambda: client.speech.get(handle.id))),
    }


def failure(mode):
    client = connect(mode)
    blocked = client.images.create(prompt="simulate:content_blocked")
    failed = error_of(lambda: blocked.wait(timeout=60))
    invalid = error_of(lambda: client.images.create(prompt=FOX, aspect_ratio="9", seed=-1))
    stranger = connect(mode, api_key="svc_live_wrong")
    return {
        "failed": describe(failed),
        "refunded": failed.generation["refunded_credits"] == failed.generation["credits"] > 0,
        "invalid": describe(invalid),
        "issues": [issue["path"] for issue in invalid.issues],
        "has_links": bool(invalid.request_id and invalid.doc_url),
        "stranger": describe(error_of(lambda: stranger.generations.get(blocked.id))),
    }


def limited(mode):
    """Calls with an exhausted key, which may send a request again after two to three seconds."""
    hasty = error_of(lambda: connect(mode, timeout=0.5).request("GET", "/v1/account"))
    began = time.monotonic()
    account = connect(mode).request("GET", "/v1/account")
    return {
        "plan": account["plan"],
        "seconds": time.monotonic() - began,
        "hasty": describe(hasty),
        "retry_after": hasty.retry_after,
    }


def create(mode, count):
    client = connect(mode, timeout=60, max_retries=20)
    return {"ids": [client.images.create(prompt=FOX).id for _ in range(int(count))]}


def patience(mode):
    client = connect(mode)
    handle = client.images.create(prompt=FOX)
    late = error_of(lambda: handle.wait(timeout=1))
    between = client.generations.get(handle.id)["status"]
    cancelled = handle.cancel()
    return {
        "late": describe(late) | {"is_timeout": isinstance(late, TimeoutError)},
        "known": late.generation["status"],
        "between": between,
        "cancelled": cancelled["status"],
        "refunded": cancelled["refunded_credits"],
        "after": describe(error_of(lambda: handle.wait())),
    }


def speech_patience(mode):
    client = connect(mode)
    handle = client.speech.create(text="Good morning.")
    late = error_of(lambda: handle.wait(timeout=1))
    cancelled = handle.cancel()
    return {
        "late": describe(late),
        "known": [late.speech["status"], late.generation],
        "cancelled": cancelled["status"],
        "refunded": cancelled["refunded_credits"] == cancelled["credits"] > 0,
        "after": describe(error_of(lambda: client.speech.wait(handle.id))),
    }


def abandon(_mode):
    """Cancels the waiting task."""

    async def run():
        async with AsyncMediaClient() as client:
            handle = await client.images.create(prompt=FOX)
            waiting = asyncio.create_task(handle.wait())
            await asyncio.wait([waiting], timeout=0.7)
            waiting.cancel()
            await asyncio.wait([waiting])
            return waiting.cancelled(), (await client.generations.get(handle.id))["status"]

    ended, status = asyncio.run(run())
    return {"ended": ended, "status": status}


def peak_memory():
    """KiB. On Linux, `ru_maxrss` contains the memory of the parent process."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1])
    except FileNotFoundError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def upload(mode, path):
    client = connect(mode)
    before = peak_memory()
    progress = []
    began = time.monotonic()
    done = client.upload(path, on_progress=lambda *sent: progress.append(sent))
    seconds = time.monotonic() - began
    grown = peak_memory() - before
    return {
        "upload": done,
        "rss_kib": [before, grown],
        "seconds": seconds,
        "reports": len(progress),
        "last": progress[-1],
    }


def sources(mode, path):
    client = connect(mode)
    with open(path, "rb") as file:
        data = file.read()
        file.seek(0)
        ready = [
            client.upload(data, content_type="image/png"),
            client.upload(file),
        ]
    refused = error_of(lambda: client.upload(data[:100], content_type="image/png"))
    try:
        client.upload(data)
    except ValueError as error:
        unnamed = str(error)
    edited = client.images.create(prompt="make it blue", scene_image=ready[0]["id"], edit=True)
    return {
        "ready": [[one["status"], one["size"]] for one in ready],
        "refused": [refused.code, refused.detail_code],
        "unnamed": unnamed,
        "edited": edited.generation["request"]["has_scene_image"],
    }


def iterate(mode):
    return {"ids": [one["id"] for one in connect(mode).generations.list(type="image")]}


def follow(mode, generation_id, last_event_id=None):
    events = connect(mode).subscribe(generation_id, last_event_id=last_event_id)
    return {"events": [[event.type, event.id, event.data.get("status")] for event in events]}


def follow_new(mode):
    client = connect(mode)
    events = list(client.subscribe(client.images.create(prompt=FOX).id))
    return {"types": [event.type for event in events], "url": events[-1].data["result"]["url"]}


def wait(mode, generation_id):
    client = connect(mode, max_retries=1)
    return {"url": client.generations.wait(generation_id)["result"]["url"]}


def describe_failure(act):
    began = time.monotonic()
    error = error_of(act)
    names = ("status", "body", "idempotency_key", "retryable", "retry_after")
    return (
        describe(error)
        | {name: getattr(error, name, "none") for name in names}
        | {"seconds": time.monotonic() - began, "text": str(error)}
    )


def lost(mode):
    """Loses the response of a call, and repeats the call with the key of its error."""
    losing = connect(mode, attempt_timeout=1, max_retries=0)
    failure = describe_failure(lambda: losing.images.create(prompt=FOX))
    repeated = connect(mode).images.create(prompt=FOX, idempotency_key=failure["idempotency_key"])
    return {"failure": failure, "id": repeated.id}


def refused(mode):
    """Calls a server whose responses are not from the API."""
    client = connect(mode, max_retries=2)
    calls = [
        lambda: client.images.create(prompt=FOX),
        lambda: client.request("GET", "/v1/account"),
        lambda: next(iter(client.generations.list())),
        lambda: next(iter(client.subscribe("gen_1"))),
    ]
    return {"failures": [describe_failure(one) for one in calls]}


def export(mode):
    return {"csv": connect(mode).request("GET", "/v1/usage/export").decode()}


def overdue(mode, method, timeout):
    """Waits or subscribes for a short time. The server's last response comes after a close."""
    client = connect(mode)
    seconds = float(timeout)

    def subscribe():
        for _ in client.subscribe("gen_1", timeout=seconds):
            pass

    acts = {"wait": lambda: client.generations.wait("gen_1", timeout=seconds), "follow": subscribe}
    return describe_failure(acts[method])


def leave(mode, timeout):
    """Leaves a stream of events, by itself or at a deadline, and checks that it is closed."""
    client = connect(mode)
    events = client.subscribe("gen_1", timeout=float(timeout))
    first = next(events)
    if float(timeout) > 10:
        events.close()
        failure = None
    else:
        failure = describe_failure(lambda: next(events))
    closed = client.request("GET", "/v1/account")
    return {"first": first.type, "failure": failure, "closed": closed["closed"]}


def attempts(mode, timeout, attempt_timeout):
    """Calls a server that is slow at first."""
    client = connect(mode, timeout=float(timeout), attempt_timeout=float(attempt_timeout))
    began = time.monotonic()
    try:
        account = client.request("GET", "/v1/account")
    except errors.MediaError as error:
        account = type(error).__name__
    return {"account": account, "seconds": time.monotonic() - began}


def skip_pauses():
    """Advances the clock instead of pausing. Returns the pauses."""
    clock = time.monotonic
    pauses = []

    async def advance(seconds):
        pauses.append(seconds)

    time.sleep = pauses.append
    asyncio.sleep = advance
    time.monotonic = lambda: clock() + sum(pauses)
    return pauses


def outage(mode, method, options):
    """Calls a server that is unavailable, without real pauses."""
    pauses = skip_pauses()
    client = connect(mode, **json.loads(options))
    acts = {
        "create": lambda: client.images.create(prompt=FOX).id,
        "wait": lambda: client.generations.wait("gen_1")["id"],
        "subscribe": lambda: [event.type for event in client.subscribe("gen_1")],
    }
    try:
        result = acts[method]()
    except errors.MediaError as error:
        result = type(error).__name__
    return {"result": result, "seconds": sum(pauses), "longest": max(pauses, default=0)}


def checked(mode, max_retries):
    """Uploads a file to a server whose store or check fails at first."""
    client = connect(mode, max_retries=int(max_retries))
    try:
        return client.upload(b"0" * 1000, content_type="image/png")
    except errors.MediaError as error:
        return describe(error) | {"status": getattr(error, "status", None)}


def verify(_mode, file):
    """Verdicts on the vectors of the docs, then on deliveries with several secrets and clocks."""
    with open(file, encoding="utf-8") as text:
        given = json.load(text)

    def is_valid(check):
        try:
            check()
        except errors.WebhookSignatureError:
            return False
        return True

    def unwrap(case):
        body, headers, secrets, skew = (
            case[name] for name in ("body", "headers", "secrets", "skew")
        )
        return webhooks.unwrap(body.encode(), headers, secrets, now=time.time() + skew)

    return {
        "vectors": [
            is_valid(
                lambda one=one: webhooks.verify(
                    one["body"], one["header"], one["secret"], now=one["now"]
                )
            )
            for one in given["vectors"]
        ],
        "deliveries": [is_valid(lambda one=one: unwrap(one)) for one in given["deliveries"]],
        "event": unwrap(given["deliveries"][0]),
    }


def surface(_mode):
    names = ["Generation", "GenerationResult", "GenerationError", "TimelineEntry", "Upload"]
    names += ["CreateImage", "CreateVideo", "ReferenceImage", "ListGenerations"]
    names += ["DeletedGeneration", "WebhookEvent"]
    names += ["Speech", "SpeechResult", "SpeechUrls", "CreateSpeech", "DeletedSpeech"]
    names += ["ListSpeech"]

    def fields(name):
        one = getattr(types, name)
        return {"all": sorted(one.__annotations__), "required": sorted(one.__required_keys__)}

    try:
        MediaClient(base_url="http://127.0.0.1:1").request("GET", "@other.example/v1/account")
        path = "was accepted"
    except ValueError as error:
        path = str(error)

    clients = (MediaClient, AsyncMediaClient)
    public = [[name for name in dir(one) if not name.startswith("_")] for one in clients]
    return {
        "version": media_platform.__version__,
        "errors": {code: one.__name__ for code, one in errors.ERROR_CLASSES.items()},
        "types": {name: fields(name) for name in names},
        "same": public[0] == public[1],
        "path": path,
    }


result = globals()[sys.argv[1]](*sys.argv[2:])
LOOP.run_until_complete(LOOP.shutdown_asyncgens())
LOOP.close()
print(json.dumps(result))
