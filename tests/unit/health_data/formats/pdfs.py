"""PDF files, as plain as can be."""

from collections.abc import Sequence


def pdf(*pages: str) -> bytes:
    """A PDF whose pages have these lines, in a font of equal widths."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    kids = []
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>")
    for page in pages:
        text = "".join(
            f"1 0 0 1 40 {760 - 14 * at} Tm ({_escaped(line)}) Tj\n" for at, line in enumerate(page.split("\n"))
        )
        content = f"BT /F1 8 Tf\n{text}ET" if page else ""
        objects.append(f"<< /Length {len(content.encode('cp1252'))} >>\nstream\n{content}\nendstream")
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 800 800] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {len(objects)} 0 R >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    return _file(objects)


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _file(objects: Sequence[str]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{each}\nendobj\n".encode("cp1252")
    start = len(out)
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    return bytes(out + f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF".encode())
