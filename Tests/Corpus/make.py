#!/usr/bin/env python3
"""Makes the corpus of hostile inputs: a folder a case, with the input and a file `case` that says what must come of it.

usage: Tests/Corpus/make.py        (writes beside itself; the result is part of the project)

A case names its pipeline (pipelines/NAME.yaml), the exit status, and then, a line each:
  finding: RULE COUNT      every rule that has findings, exactly
  ledger: WORD N           read, kept, merged, quarantined, filtered of the whole run
  loss: RULE N             rows merged, quarantined or filtered under a rule
  error: TEXT              stands in what is said on standard error
  picker: TEXT             stands in picker.json
A file before.csv is run first, and accepted.
"""
import gzip, io, os, shutil, struct, zipfile, zlib

import physics

HERE = os.path.dirname(os.path.abspath(__file__))
made = set()


def case(name, title, data, *expected, pipeline="plain", status=0, file="feed.csv", before=None):
    assert name not in made, name
    made.add(name)
    folder = os.path.join(HERE, name)
    os.makedirs(folder)
    data = data.encode() if isinstance(data, str) else data
    with open(os.path.join(folder, file), "wb") as out:
        out.write(data)
    if before is not None:
        with open(os.path.join(folder, "before.csv"), "w") as out:
            out.write(before)
    with open(os.path.join(folder, "case"), "w") as out:
        out.write(f"# {title}\npipeline: {pipeline}\nstatus: {status}\n" + "".join(line + "\n" for line in expected))


for old in os.listdir(HERE):
    if os.path.isdir(os.path.join(HERE, old)) and old != "pipelines":
        shutil.rmtree(os.path.join(HERE, old))

HEAD = "id,make,model,year,city\n"
ROWS = "1,Audi,A4,2020,25\n2,BMW,X5,2021,21\n3,Kia,Rio,2022,33\n"
FEED = HEAD + ROWS
ALL = ["ledger: read 3", "ledger: kept 3"]


def packed(data, level=9):
    data = data.encode() if isinstance(data, str) else data
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=level, mtime=0) as f:
        f.write(data)
    return out.getvalue()


def zipped(*entries, stored=False, zip64=False):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries:
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.compress_type = archive.compression
            with archive.open(info, "w", force_zip64=zip64) as f:
                f.write(text.encode())
    return out.getvalue()


def patched(data, at, *values):
    data = bytearray(data)
    for place, value in enumerate(values):
        data[at + place] = value
    return bytes(data)


# --- gzip and zip
G = packed(FEED)
case("gzip-several-members", "two members and an empty one between them: all are read",
     packed(HEAD + ROWS[:18]) + packed("") + packed(ROWS[18:]), *ALL, file="feed.csv.gz")
extra = b"\x1f\x8b\x08\x1e\0\0\0\0\2\3" + struct.pack("<H", 4) + b"xxxx" + b"name.csv\0" + b"a comment\0"
extra += struct.pack("<H", zlib.crc32(extra) & 0xffff)
case("gzip-with-name-comment-and-extra", "every optional field of the header", extra + G[10:], *ALL, file="feed.csv.gz")
case("gzip-truncated-in-header", "cut inside the header", G[:7], "error: truncated at byte 7 of the packed file",
     status=3, file="feed.csv.gz")
case("gzip-truncated-in-body", "cut inside the data", G[:40], "error: truncated at byte 40 of the packed file",
     status=3, file="feed.csv.gz")
case("gzip-truncated-in-trailer", "cut inside the trailer", G[:-3],
     f"error: truncated at byte {len(G) - 3} of the packed file", status=3, file="feed.csv.gz")
case("gzip-wrong-crc", "the CRC-32 is another", patched(G, len(G) - 8, G[-8] ^ 1), "error: wrong CRC-32", status=3,
     file="feed.csv.gz")
case("gzip-wrong-length", "the length is another", patched(G, len(G) - 1, 9), "error: wrong length", status=3,
     file="feed.csv.gz")
case("gzip-flipped-bit", "a bit of the body is flipped", patched(G, 30, G[30] ^ 8), "error: damaged gzip", status=3,
     file="feed.csv.gz")
case("gzip-zero-padding", "zeros behind the last member are padding", G + bytes(512), *ALL, file="feed.csv.gz")
case("gzip-trailing-bytes", "other bytes behind the last member", G + b"appended", *ALL, "finding: trailing-bytes 1",
     file="feed.csv.gz")
case("gzip-of-gzip", "packed twice is unpacked twice", packed(G), *ALL, file="feed.csv.gz")
case("gzip-of-gzip-of-gzip", "packed three times is refused", packed(packed(G)), "error: is packed more than twice",
     status=3, file="feed.csv.gz")
case("gzip-bomb", "more than the pipeline's limit", packed("a" * 400_000), "error: unpacks to more than 100000 bytes",
     "error: raise limits.unpacked-size", pipeline="limited", status=3, file="feed.csv.gz")
case("gzip-named-csv", "told by its bytes, not by its name", G, *ALL)
case("plain-named-gz", "told by its bytes, not by its name", FEED, *ALL, file="feed.csv.gz")
case("empty-file", "nothing at all", b"", "error: is empty, expected a feed", status=3)
case("one-byte", "a file of one byte", b"x", "error: has none of the columns of layout \"feed\", found \"x\"", status=3)
case("gzip-of-nothing", "unpacks to nothing", packed(""), "error: unpacks to nothing", status=3, file="feed.csv.gz")
case("html-page", "an error page saved as the feed", "<!DOCTYPE html>\n<html><body>503</body></html>",
     "error: looks like an HTML page", status=3)
case("html-page-in-gzip", "the same, packed", packed("\n<html lang=en><body>503</body></html>"),
     "error: looks like an HTML page", status=3, file="feed.csv.gz")
case("json-page", "an error message saved as the feed", '{"error": "not found"}', "error: looks like a JSON document",
     status=3)
case("binary-data", "no text", bytes(range(256)), "error: looks like binary data", status=3)
case("zip-stored", "an entry that is only stored", zipped(("feed.csv", FEED), stored=True), *ALL, file="feed.zip")
case("zip-deflated-named-gz", "an entry that is deflated, in a file named .gz", zipped(("feed.csv", FEED)), *ALL,
     file="feed.csv.gz")
case("zip-with-a-readme", "one of the entries is data", zipped(("readme.txt", "hello"), ("data/feed.csv", FEED)), *ALL,
     file="feed.zip")
case("zip-several-entries", "two could be meant", zipped(("a.csv", FEED), ("b.csv", FEED)),
     'error: has 2 entries, expected one: "a.csv", "b.csv"', status=3, file="feed.zip")
case("zip-entry-named", "the pipeline names the entry", zipped(("a.csv", "x\n1\n"), ("in/b.csv", FEED)), *ALL,
     pipeline="entry", file="feed.zip")
case("zip-without-the-entry", "the pipeline names an entry that is not there", zipped(("a.csv", FEED)),
     'error: has no entry "b.csv", found "a.csv"', pipeline="entry", status=3, file="feed.zip")
case("zip64", "sizes in 64 bits", zipped(("feed.csv", FEED), zip64=True), *ALL, file="feed.zip")
case("zip-with-a-path-upwards", "a name with .. is only a name", zipped(("../../feed.csv", FEED)), *ALL, file="feed.zip")
Z = zipped(("feed.csv", FEED))
D = Z.index(b"PK\1\2")
case("zip-encrypted", "nobody has the password", patched(patched(Z, 6, 1), D + 8, 1), 'error: entry "feed.csv" is encrypted',
     status=3, file="feed.zip")
case("zip-imploded", "a method that no library reads any more", patched(patched(Z, 8, 6), D + 10, 6),
     "error: is packed by method 6 (implode)", status=3, file="feed.zip")
case("zip-wrong-crc", "the CRC-32 is another", patched(patched(Z, 14, 1), D + 16, 1), "error: wrong CRC-32", status=3,
     file="feed.zip")
case("zip-truncated", "its directory is gone", Z[:-30], "error: damaged zip archive", status=3, file="feed.zip")

# --- encodings
WORDS = HEAD + "1,Citroën,C4,2020,25\n2,Škoda,Rapid,2021,21\n3,Kia,Rio,2022,33\n"
LATIN = HEAD + "1,Citroën,C4 “X”,2020,25\n2,Kia,Cee’d,2021,21\n"
case("utf8-with-mark", "a byte order mark is no part of the first name", "\ufeff" + WORDS, *ALL, "picker: Citroën")
case("utf16-with-mark", "told by its mark", b"\xff\xfe" + WORDS.encode("utf-16-le"), *ALL, "picker: Škoda",
     "finding: encoding-detected 1")
case("utf16-without-mark", "told by its zeros", WORDS.encode("utf-16-be"), *ALL, "picker: Škoda",
     "finding: encoding-detected 1")
case("windows-1252-undeclared", "told because it is no UTF-8", LATIN.encode("cp1252"), "picker: C4 “X”", "picker: Cee’d",
     "finding: encoding-detected 1")
case("windows-1252-declared", "read as the layout says", LATIN.encode("cp1252"), "picker: C4 “X”", "picker: Citroën",
     pipeline="dialect-latin")
case("mixed-encodings", "one name of a UTF-8 feed is in windows-1252: kept, marked and placed",
     WORDS.encode() + b"4,Citro\xebn,C3,2022,30\n" + "5,Citroën,C3,2021,30\n6,Škoda,Fabia,2020,31\n".encode(),
     "ledger: kept 6", "finding: undecodable-byte 1", "picker: Citro\ufffdn")
case("undecodable-in-declared", "a byte that stands for nothing in windows-1252", b"id,make,model,year,city\n1,Au\x81di,A4,2020,25\n",
     "ledger: kept 1", "finding: undecodable-byte 1", pipeline="dialect-latin")

# --- lines and quotes
for name, end in [("lf", "\n"), ("crlf", "\r\n"), ("cr", "\r")]:
    case(f"line-ends-{name}", "rows are rows", FEED.replace("\n", end), *ALL)
case("line-ends-mixed", "rows are rows", HEAD.replace("\n", "\r\n") + ROWS.replace("2020,25\n", "2020,25\r"), *ALL)
case("no-final-newline", "the last row is a row", FEED.rstrip(), *ALL)
case("blank-lines-and-rows-of-commas", "counted and left out", HEAD + "\n" + ROWS + ",,,,\n\n", "ledger: read 6",
     "ledger: kept 3", "loss: blank-record 3")
case("quoted-commas-quotes-newlines", "as the standard says",
     HEAD + '1,"Tecstar, LP","Big ""T""\nlong",2020,25\n2,BMW,X5,2021,21\n', "ledger: kept 2", 'picker: Big \\"T\\"\\nlong')
case("quote-that-never-closes", "the rest of the file is not swallowed", HEAD + '1,Audi,"A4,2020,25\n' + ROWS[18:],
     "ledger: kept 3", "finding: unclosed-quote 1", 'picker: "\\"A4"')
case("inch-mark-unquoted", "a quote opens quoting only at a field's start",
     HEAD + '1,Tesla,Model S (19" Wheels),2020,25\n', "ledger: kept 1", "finding: bare-quote 1",
     'picker: Model S (19\\" Wheels)')
case("ragged-short-and-long", "found and expected counts", HEAD + "1,Audi,A4,2020\n2,BMW,X5,2021,21,9\n3,Kia,Rio,2022,33\n",
     "ledger: kept 1", "finding: ragged-record 2", "loss: ragged-record 2")
case("nul-bytes", "are no part of a year", HEAD + "1,Audi,A4,20\x0020,25\n2,BMW,X5,2021,21\n", "ledger: kept 1",
     "finding: unparsable-value 1", "loss: unparsable-value 1")
case("row-of-too-many-fields", "counted, not kept", packed(HEAD + "1," * 200_000 + "\n" + ROWS), "ledger: kept 3",
     "finding: ragged-record 1", file="feed.csv.gz")

# --- headers
case("header-only", "no rows", HEAD, "error: has a header and no records", status=3)
case("no-header", "the first row is data", ROWS, "error: has none of the columns", status=3)
case("duplicate-header", "the first is read", "id,make,model,year,city,City\n1,Audi,A4,2020,25,99\n", "ledger: kept 1",
     "finding: duplicate-column 1")
case("column-inserted", "columns go by name", "id,new,make,model,year,city\n1,x,Audi,A4,2020,25\n", "ledger: kept 1",
     "finding: unknown-column 1")
case("column-gone", "its facts are absent", "id,make,model,year\n1,Audi,A4,2020\n", "ledger: kept 1",
     "finding: missing-column 1")
case("column-renamed", "both sides are said", "id,make,model,year,citi\n1,Audi,A4,2020,25\n", "ledger: kept 1",
     "finding: missing-column 1", "finding: unknown-column 1")
case("required-column-renamed", "no row can be used", "id,make,modell,year,city\n1,Audi,A4,2020,25\n",
     'error: lacks columns of layout "feed"', 'error: expected "model" (near: "modell")', status=3)
case("unrelated-table", "says what it wanted and what it saw", "alpha,beta\n1,2\n",
     'error: has none of the columns of layout "feed", found "alpha", "beta"', status=3)
case("preamble-two-header-rows-footnotes-padding", "declared in the layout",
     "Ratings;;;;;;\nMODEL;MAKE;MODEL;USE;;;\nYEAR;;;(km/L);;;\n2020;Audi;A4;9,5;;;\n2021;BMW;X5;1.234,5;;;\n;;;;;;\nNotes;;;;;;\n"
     ";x = y;;;;;\n", "ledger: read 5", "ledger: kept 2", "loss: footnote 2", "loss: blank-record 1",
     "finding: unparsable-value 1", pipeline="dialect")

# --- values
VALUES = "id,make,model,year,city,range,combined,electricity,fuel1\n"
case("absences-and-lists", "typed by the layout, never guessed",
     VALUES + "1,Audi,A4,2020,n/a,280/380,11/14,2.5 (22.3 kWh/100 km),X\n2,Audi,A6,2020,?,-,3.0E1,2.7 ([23.2 kWh + 0.1 L]/100 km),Z\n",
     "ledger: kept 2", pipeline="values")
case("values-that-do-not-fit", "the fact is absent, the row stays",
     VALUES + "1,Audi,A4,2020,twenty,x,1/x,none,Q\n", "ledger: kept 1", "finding: unparsable-value 4", pipeline="values")
case("no-break-spaces", "are blanks", HEAD + "1,Audi\u00a0,A4\u00a0Avant,2020,25\n2,Audi,A4 Avant,2021,25\n",
     "ledger: kept 2", 'picker: {"A4 Avant":{"2020":"1","2021":"2"}}', "finding: near-duplicate-name 2")
case("ids-sorted-as-text", "no matter", HEAD + "1,Audi,A4,2020,25\n10,BMW,X5,2021,21\n2,Kia,Rio,2022,33\n", *ALL)
case("id-repeated-with-the-same-facts", "merged", FEED + "1,Audi,A4,2020,25\n", "ledger: kept 3",
     "finding: duplicate-id 1", "loss: duplicate-id 1")
case("id-repeated-with-other-facts", "one is kept, the other put aside", FEED + "1,Audi,A6,2020,22\n", "ledger: kept 3",
     "finding: duplicate-id 1", "loss: duplicate-id 1")
case("years-that-cannot-be", "20010 and 96", HEAD + "1,Audi,A4,20010,25\n2,BMW,X5,96,21\n3,Kia,Rio,2022,33\n",
     "ledger: kept 1", "finding: model-year-out-of-range 2", "loss: model-year-out-of-range 2")
case("spellings-of-one-name", "one car, one name", HEAD + "1,MINI,Cooper,2020,25\n2,Mini,cooper,2021,26\n3,MINI,Cooper,2022,26\n",
     *ALL, "finding: near-duplicate-name 2")
case("words-in-another-order", "one car", HEAD + "1,Audi,A6 Wagon quattro,2020,25\n2,Audi,A6 quattro Wagon,2021,26\n",
     "ledger: kept 2", "finding: word-order 1", 'picker: {"A6 quattro Wagon":{"2020":"1","2021":"2"}}')
case("list-in-another-order", "is proposed", HEAD + "1,Porsche,911 Carrera 4/2,2020,25\n2,Porsche,911 Carrera 2/4,2021,26\n",
     "ledger: kept 2", "finding: word-order 1", 'picker: {"911 Carrera 2/4":{"2021":"2"},"911 Carrera 4/2":{"2020":"1"}}')
case("words-of-other-doors", "two cars", HEAD + "1,Suzuki,Sidekick 2Door 4WD,2020,25\n2,Suzuki,Sidekick 4Door 2WD,2021,26\n"
     "3,Suzuki,Sidekick 2 Door 4 WD,2020,25\n4,Suzuki,Sidekick 4 Door 2 WD,2021,26\n",
     "ledger: kept 4", "finding: near-duplicate-name 2", 'picker: {"Sidekick 2 Door 4 WD":{"2020":"1"},"Sidekick 4 Door 2 WD"')
case("legal-forms", "one maker, and one that may be", HEAD + "1,Ruf Automobile,BTR,2020,25\n2,Ruf Automobile Gmbh,RCT,2021,26\n"
     "3,Ruf,CTR,2021,26\n", *ALL, "finding: legal-form 2", 'picker: "Ruf Automobile":{"BTR":{"2020":"1"},"RCT":{"2021":"2"}}')
case("make-cut-off", "is proposed", HEAD + "1,LAMBORGHIN,Huracan,2020,25\n2,LAMBORGHINI,Urus,2020,26\n", "ledger: kept 2",
     "finding: truncation 1")
case("make-in-short", "is proposed", HEAD + "1,vw,rabbit,2020,25\n2,volkswagen,rabbit,2021,26\n", "ledger: kept 2",
     "finding: abbreviation 1", 'picker: "vw":{"rabbit":{"2020":"1"}}')
case("make-in-model", "merged where the rest is a model", HEAD + "1,Ferrari,Ferrari F355,2020,25\n2,Ferrari,F355,2021,26\n"
     "3,Ferrari,Ferrari 456,2022,26\n", *ALL, "finding: make-in-model 2",
     'picker: {"F355":{"2020":"1","2021":"2"},"Ferrari 456":{"2022":"3"}}')
case("model-year-in-model", "goes to the year", HEAD + '1,Volvo,"XC40, MY21",2021,25\n2,Volvo,"XC40, MY22",2022,26\n'
     "3,Peugeot,New 2008,2022,26\n", *ALL, "finding: year-in-model 2",
     'picker: {"New 2008":{"2022":"3"}}', 'picker: {"XC40":{"2021":"1","2022":"2"}}')
case("name-of-ten-thousand-characters", "stands as it is", HEAD + f"1,Audi,{'A4 ' * 3333}x,2020,25\n2,Audi,{'A4 ' * 3333}y,2021,26\n",
     "ledger: kept 2")
case("names-of-punctuation-alone", "each is its own key", HEAD + "1,Audi,-,2020,25\n2,Audi,--,2021,26\n3,Audi,...,2022,26\n", *ALL,
     'picker: {"-":{"2020":"1"},"--":{"2021":"2"},"...":{"2022":"3"}}')
case("names-from-right-to-left-and-in-pieces", "combining marks fold like whole letters, other scripts stand",
     HEAD + "1,Citroe\u0308n,\u05e1\u05d5\u05e1,2020,25\n2,CITRO\u00cbN,\u05e1\u05d5\u05e1,2021,26\n3,Citroen,\u202eA4,2022,26\n", *ALL,
     "finding: near-duplicate-name 1", 'picker: "\u05e1\u05d5\u05e1":{"2020":"1","2021":"2"}')
NAMES = "id,make,model,year,base,displ,modified\n"
case("slip-in-a-model", "is proposed where the facts agree", NAMES + "1,Ferrari,Testarossa,1991,Testarossa,4.9,2021-01-01\n"
     "2,Ferrari,Testerossa,1991,Testarossa,4.9,\n3,MINI,Clubman,2014,Clubman,1.6,\n4,MINI,Clubvan,2014,Clubvan,1.6,\n",
     "ledger: kept 4", "finding: misspelling 1", *(f"finding: {rule} {n}" for rule, n in
     [("decision-unmatched", 10), ("decision-expired", 1), ("decision-cycle", 0)] if n), pipeline="names")
case("decisions-about-names", "what holds, and what does not", NAMES
     + "".join(f"{i},{make},{model},2020,,,{date}\n" for i, (make, model, date) in enumerate([
         ("VW", "Golf", "2021-01-01"), ("Volkswagen", "Rabbit", ""), ("VW", "Bug", ""), ("VW", "Vento", ""), ("VW", "Bora", ""),
         ("VW", "Jetta", ""), ("VW", "id.4", ""), ("VW", "Fox", ""), ("VW", "Gol", ""), ("VW", "Quantum", ""), ("VW", "Passat", ""),
         ("Lexus", "GS", ""), ("Lotus", "Elan", ""), ("J.K. Motors", "BMW 325i", ""), ('"PAS, Inc"', "Syclone", "")], 1)),
     "ledger: read 15", "ledger: kept 14", "loss: hidden-make 1", "finding: hidden-make 1", "finding: decision-expired 1",
     "finding: decision-cycle 1", "finding: decision-contradicted 3", 'picker: "iD.4":{"2020":"7"}',
     'picker: {"Beetle":{"2020":"3"},"Bora":{"2020":"5"},"Fox":{"2020":"8"},"Gol":{"2020":"9"},"Golf":{"2020":"1"}',
     'picker: "Converters":{"PAS: Syclone":{"2020":"15"}}', 'picker: "Lexus":{"GS"', 'picker: "Lotus":{"Elan"', pipeline="names")
case("rows-alike-but-for-the-id", "all are kept", HEAD + "1,Audi,A4,2020,25\n2,Audi,A4,2020,25\n", "ledger: kept 2",
     "finding: duplicate-record 1")
NOID = "make,model,year,city,color\n"
case("copies-of-rows-without-ids", "merged byte for byte", NOID + "Audi,A4,2020,25,red\nAudi,A4,2020,25,red\n",
     "ledger: kept 1", "finding: repeated-record 1", "loss: repeated-record 1", pipeline="noid")
case("rows-without-ids-alike-in-what-is-read", "merged with a reason of its own",
     NOID + "Audi,A4,2020,25,red\nAudi,A4,2020,25,blue\n", "ledger: kept 1", "finding: alike-record 1",
     "finding: shared-identity 1", "loss: alike-record 1", pipeline="noid")
case("rows-without-ids-that-differ-in-a-figure", "both are kept, each with its id",
     NOID + "Audi,A4,2020,25,red\nAudi,A4,2020,26,red\n", "ledger: kept 2", "finding: shared-identity 1", pipeline="noid")

# --- physics: the fuel-economy rules
physics.add_cases(case, HEAD)

# --- XML
X = "<cars>\n<car><id>1</id><make>Audi</make><model>A4</model><year>2020</year><city>25</city></car>\n"
Y = "<car><id>2</id><make>BMW</make><model>X5</model><year>2021</year><city>21</city></car>\n"


def xml(name, title, text, *expected, **more):
    case(name, title, text, *expected, pipeline=more.pop("pipeline", "xml"), file="feed.xml", **more)


TWO = ["ledger: read 2", "ledger: kept 2"]
xml("xml-on-one-line", "streamed like any other", (X + Y + "</cars>").replace("\n", ""), *TWO)
xml("xml-unclosed", "an element is never closed", X + Y.replace("</make>", "") + "</cars>",
    "error: not well-formed XML: opening and ending tag mismatch", status=3)
xml("xml-crossed", "elements that cross", X + "<car><id>2<make>BMW</id></make></car></cars>",
    "error: not well-formed XML: opening and ending tag mismatch", "error: feed.xml:3:", status=3)
xml("xml-stray-end", "an end without a start", X + "</car></cars>", "error: not well-formed XML", status=3)
xml("xml-truncated", "cut between records", X, "error: truncated at byte 95 of the text", 'error: element "cars" of line 1',
    status=3)
xml("xml-entities", "decoded", X + Y.replace("BMW", "A&amp;B &#252;") + "</cars>", *TWO, "picker: A&B ü")
xml("xml-doctype", "refused", "<!DOCTYPE cars>" + X + "</cars>", "error: document type declaration found", status=3)
xml("xml-external-entity", "refused before anything is fetched",
    '<!DOCTYPE cars [<!ENTITY e SYSTEM "file:///etc/hostname">]>' + X.replace("Audi", "&e;") + "</cars>",
    "error: document type declaration found", status=3)
xml("xml-entity-bomb", "refused before anything grows",
    "<!DOCTYPE cars [<!ENTITY a \"ha\">" + "".join('<!ENTITY a%d "%s">' % (n, ("&a%s;" % (n - 1 if n > 1 else "")) * 10) for n in range(1, 12))
    + "]>" + X.replace("Audi", "&a11;") + "</cars>", "error: document type declaration found", status=3)
xml("xml-text-in-pieces", "comments, CDATA, processing instructions, attributes and namespaces change no value",
    '<?xml version="1.0"?><!-- c --><c:cars xmlns:c="u"><?p i?>'
    + '<c:car n="1"><c:id>1</c:id><c:make>Au<!-- - -->di</c:make><c:model><![CDATA[A<4]]></c:model><c:year>2020</c:year>'
    + "<c:city>25</c:city></c:car></c:cars>", "ledger: kept 1", 'picker: "Audi":{"A<4"')
xml("xml-nested-namesake", "paths, not bare names", X.replace("</id>", "</id><part><id>9</id><make>Bosch</make></part>") + "</cars>",
    "ledger: kept 1", 'picker: "Audi":{"A4":{"2020":"1"}}', "finding: unknown-column 3")
xml("xml-unknown-and-missing-elements", "drift as for CSV", (X + Y).replace("city", "citi") + "</cars>", *TWO,
    "finding: unknown-column 1", "finding: missing-column 1")
xml("xml-empty-forms", "<x/> and <x></x> are the same", (X.replace("<city>25</city>", "<city/>") + Y.replace("21</city>", "</city>"))
    + "</cars>", *TWO)
xml("xml-repeated-element", "the first is read", X.replace("</make>", "</make><make>Auto Union</make>") + "</cars>",
    "ledger: kept 1", "finding: repeated-element 1", 'picker: "Audi"')
xml("xml-in-latin-1", "decoded as declared",
    ('<?xml version="1.0" encoding="ISO-8859-1"?>' + X.replace("Audi", "Citroën") + "</cars>").encode("latin-1"),
    "ledger: kept 1", "picker: Citroën")
xml("xml-byte-that-does-not-fit", "a clear error", X.replace("Audi", "Citroën").encode("latin-1") + b"</cars>",
    "error: not well-formed XML: input is not proper UTF-8", "error: feed.xml:2:", status=3)
xml("xml-utf16-that-does-not-decode", "an encoder that fails amid a buffer", b"\xff\xfe<\0v\0>\0\0\xd8\0\xd8",
    "error: not well-formed XML: input conversion failed", status=3)
xml("xml-of-unknown-encoding", "a clear error", '<?xml version="1.0" encoding="klingon"?>' + X + "</cars>",
    "error: not well-formed XML: unsupported encoding klingon", status=3)
xml("xml-forbidden-character", "a clear error", X.replace("Audi", "Au\x02di") + "</cars>", "error: not well-formed XML",
    status=3)
xml("xml-nested-too-deep", "a limit", "<cars>" + "<a>" * 99, "error: elements are nested more than 64 deep", status=3)
case("xml-text-too-long", "a limit", packed(X.replace("Audi", "x" * 1_100_000) + "</cars>"),
     'error: text of element "make" is longer than 1 MiB', pipeline="xml", status=3, file="feed.xml.gz")
xml("xml-of-another-kind", "says what it wanted and what it saw", "<rss><item/></rss>",
    'error: has no record "cars/car", found root element "rss"', status=3)
xml("xml-where-csv-is-expected", "says so", X + "</cars>", "error: looks like an XML document, expected CSV", pipeline="plain",
    status=3)
case("csv-where-xml-is-expected", "says so", FEED, "error: looks like plain text, expected XML", pipeline="xml", status=3)
case("details-of-vehicles-that-are-not-there", "orphans are findings",
     "<cars>" + X[7:] + "<car><id>9</id><make/><model>X</model><year>2020</year></car></cars>",
     "finding: unparsable-value 1", "finding: orphan-record 1", "loss: orphan-record 1", pipeline="orphans",
     file="feed.xml")


# What is held against the accepted run, and against waivers.
case("feed-that-shrank", "refused until somebody accepts it", HEAD + "1,Audi,A4,2020,25\n", "ledger: kept 1",
     "finding: row-count-drop 1", "finding: make-gone 2", "finding: id-withdrawn 2", status=1, before=FEED)
case("make-that-appears", "told once", FEED + "4,Lucid,Air,2024,99\n", "ledger: kept 4", "finding: make-new 1", before=FEED)
MANY = HEAD + "".join(f"{n},Audi,A{n},2020,25\n" for n in range(1, 60)) + "".join(f"{n},BMW,X{n % 50},{1990 + n // 50},25\n" for n in range(60, 600))
case("make-that-shrinks", "though the feed is whole", "\n".join(l for l in MANY.split("\n") if l[:2] not in ("7,", "8,", "9,", "10", "11", "12", "13", "14", "15") or "Audi" not in l),
     "finding: make-count-drop 1", "finding: id-withdrawn 9", before=MANY)
case("id-of-another-car", "never published unseen", FEED.replace("2,BMW,X5", "2,Kia,Ceed") + "4,BMW,X3,2021,22\n", "ledger: kept 4",
     "finding: id-reused 1", status=1, before=FEED + "4,BMW,X3,2021,22\n")
case("waivers-that-do-not-match", "findings of their own", HEAD.replace("city", "city,modified") + "1,Audi,A4,2020,25,2026-01-02\n","ledger: kept 1", "finding: waiver-unmatched 1",
     "finding: waiver-expired 1", pipeline="waived")
case("twin-that-differs", "held against twin.csv, fact by fact", FEED, "ledger: read 6", "ledger: kept 3", "finding: twin-differs 1",
     "finding: twin-missing 2", "finding: twin-record 1", "loss: twin-record 2", "loss: twin-missing 1", pipeline="twins")

print(f"{len(made)} cases")
