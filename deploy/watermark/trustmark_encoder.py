"""Writes and reads ids with TrustMark (github.com/adobe/trustmark, MIT), model Q."""

import io

from PIL import Image, ImageOps
from trustmark import TrustMark

# A larger image would take gigabytes of memory; the platform accepts none.
PIXELS_MAX = 60_000_000
FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}
ID_BITS = 60
ID_DIGITS = ID_BITS // 4
# 61 bits, of which up to five wrong ones are corrected.
SCHEMA = TrustMark.Encoding.BCH_5


def create():
    """Loads the model, whose files are downloaded if they are not there yet."""
    model = TrustMark(verbose=False, model_type="Q", encoding_type=SCHEMA, loadRemover=False)
    if model.encoder is None or model.decoder is None:
        raise RuntimeError("the files of the TrustMark model could not be downloaded")
    return Encoder(model)


class Encoder:
    def __init__(self, model):
        self.model = model

    def encode(self, image, content_type, code):
        cover = open_image(image)
        marked = self.model.encode(cover.convert("RGB"), to_bits(code), MODE="binary")
        if "A" in cover.getbands():
            marked.putalpha(cover.getchannel("A"))
        output = io.BytesIO()
        marked.save(output, FORMATS[content_type], quality=95, compress_level=1)
        return output.getvalue()

    def detect(self, image):
        rgb = open_image(image).convert("RGB")
        bits, is_present, schema = self.model.decode(rgb, MODE="binary")
        # Another schema is the mark of another tool.
        return to_code(bits) if is_present and schema == SCHEMA else None


def open_image(image):
    try:
        opened = Image.open(io.BytesIO(image), formats=list(FORMATS.values()))
        if opened.width * opened.height > PIXELS_MAX:
            raise ValueError("the image has too many pixels")
        return ImageOps.exif_transpose(opened)
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError("the body is not an image") from error


def to_bits(code):
    return format(int(code, 16), f"0{ID_BITS}b")


def to_code(bits):
    return format(int(bits[:ID_BITS], 2), f"0{ID_DIGITS}x")
