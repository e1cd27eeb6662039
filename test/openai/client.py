"""What test/openai/python.test.ts has the OpenAI client for Python do; results go out as JSON."""

import asyncio
import base64
import json
import sys

import openai

URL, KEY = sys.argv[2], sys.argv[3]
FOX = {"model": "service-image", "prompt": "a red fox in snow"}


def kind(base64_text: str) -> str:
    return base64.b64decode(base64_text)[:4].hex()


def refused(call) -> dict:
    try:
        call()
    except openai.APIStatusError as error:
        return {"class": type(error).__name__, "code": error.code, "param": error.param}
    return {}


def flow(image: str) -> dict:
    client = openai.OpenAI(base_url=URL, api_key=KEY)
    by_url = client.images.generate(**FOX, n=2)
    inline = client.images.generate(**FOX, response_format="b64_json", output_format="jpeg")
    events = [event.type for event in client.images.generate(**FOX, stream=True)]
    with open(image, "rb") as one, open(image, "rb") as other:
        edited = client.images.edit(model="service-image", prompt="make it blue", image=[one, other])
    with open(image, "rb") as frame:
        video = client.videos.create_and_poll(
            model="seedance-2.5", prompt="it moves", seconds="4", input_reference=frame,
            poll_interval_ms=500,
        )
    clip = client.videos.download_content(video.id).read()
    wrong = openai.OpenAI(base_url=URL, api_key="sk-wrong")
    return {
        "models": [model.id for model in client.models.list()],
        "urls": [one.url for one in by_url.data],
        "inline": kind(inline.data[0].b64_json),
        "events": events,
        "edited": [one.url for one in edited.data],
        "video": {"status": video.status, "seconds": video.seconds},
        "listed": [one.id == video.id for one in client.videos.list(limit=1)][0],
        "clip": clip[4:8].decode(),
        "deleted": client.videos.delete(video.id).deleted,
        "refused": [
            refused(lambda: client.images.generate(**FOX, n=9)),
            refused(lambda: client.images.generate(prompt="forbidden fruit")),
            refused(lambda: client.images.generate(prompt="a fox", model="flux")),
            refused(lambda: wrong.images.generate(**FOX)),
        ],
    }


async def retries(count: int, at_once: int, model: str) -> dict:
    turns = asyncio.Semaphore(at_once)
    async with openai.AsyncOpenAI(base_url=URL, api_key=KEY) as client:

        async def one() -> str:
            async with turns:
                answer = await client.images.generate(model=model, prompt=FOX["prompt"])
                return answer.data[0].url

        return {"urls": await asyncio.gather(*(one() for _ in range(count)))}


if sys.argv[1] == "flow":
    print(json.dumps(flow(sys.argv[4])))
else:
    print(json.dumps(asyncio.run(retries(int(sys.argv[4]), int(sys.argv[5]), sys.argv[6]))))
