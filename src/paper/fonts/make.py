"""Makes the fonts of this folder from the files of the npm packages: `make.py PACKAGES OUT` (see README.md)."""

import os
import sys
import tempfile

from fontTools.merge import Merger
from fontTools.merge import Options as MergeOptions
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SOURCE, OUT = sys.argv[1], sys.argv[2]
SIGNS = [0x218, 0x219, 0x21A, 0x21B, 0x1E9E, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C,
         0x201D, 0x201E, 0x2020, 0x2022, 0x2026, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2190, 0x2191, 0x2192, 0x2193,
         0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0xFFFD]
LATIN = list(range(0x20, 0x7F)) + list(range(0xA0, 0x180)) + SIGNS
CYRILLIC = list(range(0x400, 0x460)) + [0x490, 0x491, 0x2116]


def plain(path, folder, number):
    font = TTFont(path)
    font.flavor = None
    font.recalcTimestamp = False
    name = os.path.join(folder, f"{number}.ttf")
    font.save(name)
    return name


def russian(font):
    """Sofia Sans is drawn for Bulgaria: what it keeps for Russian becomes how its letters look. Names here are Russian."""
    if "GSUB" not in font:
        return
    table = font["GSUB"].table
    places = {place for script in table.ScriptList.ScriptRecord for of in script.Script.LangSysRecord
              if of.LangSysTag == "RUS " for place in of.LangSys.FeatureIndex}
    features = [table.FeatureList.FeatureRecord[place] for place in sorted(places)]
    lookups = [number for of in features if of.FeatureTag == "locl" for number in of.Feature.LookupListIndex]
    drawn = {}
    for number in lookups:
        for sub in table.LookupList.Lookup[number].SubTable:
            drawn.update(getattr(sub, "ExtSubTable", sub).mapping)
    for letters in font["cmap"].tables:
        letters.cmap = {letter: drawn.get(glyph, glyph) for letter, glyph in letters.cmap.items()}


def make(paths, letters, name, family, weight):
    with tempfile.TemporaryDirectory() as folder:
        parts = [plain(path, folder, number) for number, path in enumerate(paths)]
        options = MergeOptions()
        options.drop_tables = ["vmtx", "vhea", "DSIG", "GDEF", "GPOS", "GSUB", "kern"]
        font = Merger(options=options).merge(parts) if len(parts) > 1 else TTFont(parts[0])
    russian(font)
    font.recalcTimestamp = False
    font["head"].modified = font["head"].created = 0
    options = Options()
    options.hinting, options.notdef_outline, options.glyph_names = False, True, False
    options.recalc_timestamp, options.layout_features = False, []
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "kern"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    table = font["name"]
    table.names = [row for row in table.names if row.nameID in (0, 13, 14)]
    style = {400: "Regular", 700: "Bold"}.get(weight)
    names = {1: family if style else f"{family} {weight}", 2: style or "Regular", 4: f"{family} {weight}",
             6: f"{family}-{weight}".replace(" ", ""), 16: family, 17: str(weight)}
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    font.save(os.path.join(OUT, f"{name}.ttf"))
    font.flavor = "woff2"
    font.save(os.path.join(OUT, f"{name}.woff2"))


# What is written with letters of other scripts; shaping stays, for letters that are joined.
BEYOND = [letter for first, end in (
    (0x180, 0x250), (0x300, 0x370), (0x370, 0x400), (0x400, 0x530), (0x530, 0x590), (0x590, 0x600), (0x600, 0x700),
    (0x10A0, 0x1100), (0x1E00, 0x2000), (0x2010, 0x2028), (0x2030, 0x2070), (0x20A0, 0x20D0), (0x2100, 0x2300), (0x25A0, 0x27C0),
    (0xFB1D, 0xFB50)) for letter in range(first, end)]
EMOJI = [letter for first, end in ((0x2300, 0x2400), (0x2600, 0x27C0), (0x2B00, 0x2C00), (0x1F000, 0x1FB00))
         for letter in range(first, end)]


def beyond(path, letters, features, name):
    font = TTFont(path)
    font.flavor, font.recalcTimestamp = None, False
    font["head"].modified = font["head"].created = 0
    options = Options()
    options.hinting, options.notdef_outline, options.glyph_names = False, True, False
    options.recalc_timestamp, options.layout_features = False, features
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["kern", "FFTM"] if features else ["GSUB", "GPOS", "GDEF", "kern"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.save(os.path.join(OUT, f"{name}.ttf"))


def packed(package, letters, weight):
    return f"{SOURCE}/fontsource-{package}-5.3.0/package/files/{package}-{letters}-{weight}-normal.woff2"


for package, family, weights in (("barlow-condensed", "Barlow Condensed", (500, 700)),
                                 ("barlow-semi-condensed", "Barlow Semi Condensed", (400, 600))):
    for weight in weights:
        paths = [packed(package, "latin", weight), packed(package, "latin-ext", weight)]
        make(paths, LATIN, f"{package}-{weight}", family, weight)
for weight in (500, 700):
    paths = [packed("sofia-sans-condensed", "cyrillic", weight)]
    make(paths, CYRILLIC, f"sofia-sans-condensed-{weight}", "Sofia Sans Condensed", weight)
beyond(f"{SOURCE}/dejavu-fonts-ttf-2.37.3/package/ttf/DejaVuSansCondensed.ttf", BEYOND,
       ["init", "medi", "fina", "rlig", "isol", "calt", "ccmp", "mark", "mkmk"], "dejavu-sans-condensed-400")
beyond(f"{SOURCE}/fontsource-noto-emoji-5.3.2/package/files/noto-emoji-emoji-400-normal.woff2", EMOJI, [],
       "noto-emoji-400")
