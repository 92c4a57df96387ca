#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-packaging.sh WHAT ROOT: checks one kind of desktop file; exit code 77 when the tool for it is missing.
set -euo pipefail
cd "$2"

id=org.knobscope.Knobscope

need() {
    command -v "$1" >/dev/null || {
        echo "$1 is not installed; ./dev package installs it"
        exit 77
    }
}

fail() {
    echo "$*"
    exit 1
}

check_desktop() {
    need desktop-file-validate
    local types
    types=$(desktop-file-validate packaging/$id.desktop)
    [ -z "$types" ] || fail "$types"
    # Every type that the desktop file opens is described.
    for type in $(sed -n 's/^MimeType=//p' packaging/$id.desktop | tr ';' ' '); do
        grep -q "mime-type type=\"$type\"" packaging/$id.mime.xml || fail "$type is not described in packaging/$id.mime.xml"
    done
}

check_metainfo() {
    local type url picture has_pictures=""
    for type in $(sed -n 's/^MimeType=//p' packaging/$id.desktop | tr ';' ' '); do
        grep -q "<mediatype>$type</mediatype>" packaging/$id.metainfo.xml.in || fail "the metainfo does not say that $type is opened"
    done
    need appstreamcli
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    for url in "" https://codeberg.org/knobscope/knobscope; do
        cmake -DIN="$PWD/packaging/$id.metainfo.xml.in" -DOUT="$folder/$id.metainfo.xml" -DURL=$url -P packaging/metainfo.cmake
        appstreamcli validate --no-net "$folder/$id.metainfo.xml"
    done
    # With an address there are pictures, each of them in the repository.
    grep -q "<url type=\"homepage\">$url</url>" "$folder/$id.metainfo.xml" || fail "no homepage"
    for picture in $(sed -n "s|.*<image>$url/raw/HEAD/\(.*\)</image>|\1|p" "$folder/$id.metainfo.xml"); do
        [ -f "$picture" ] || fail "$picture is not there"
        has_pictures=1
    done
    [ -n "$has_pictures" ] || fail "no pictures"
}

check_mime() {
    need update-mime-database
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    mkdir -p "$root/mime/packages"
    cp packaging/$id.mime.xml "$root/mime/packages/"
    said=$(XDG_DATA_HOME=$root update-mime-database "$root/mime" 2>&1)
    [ -z "$said" ] || fail "$said"
    grep -q '\*.knobscope' "$root/mime/globs2" || fail "*.knobscope is no type"
}

# Well-formed, self-contained, and each action icon there in the size that the program asks for.
check_icons() {
    need python3
    python3 - <<'PYTHON'
import pathlib, xml.etree.ElementTree as tree
wanted = """document-open document-open-recent document-save-as document-export media-playback-start media-playback-pause
media-playback-stop edit-undo edit-redo go-previous go-next edit-find zoom-in zoom-out zoom-fit-best list-add list-remove edit-copy
help-about knobscope knobscope-symbolic""".split()
icons = {path.stem: path.read_text() for path in pathlib.Path("resources/icons").glob("*.svg")}
missing = [name for name in wanted if name not in icons]
assert not missing, f"missing: {missing}"
for name, text in icons.items():
    assert tree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg", name
    assert "href" not in text, f"{name} refers to something outside"
PYTHON
}

check_man() {
    need man
    local page said
    for page in packaging/man/*.1; do
        said=$(MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
        [ -z "$said" ] || fail "$page: $said"
    done
}

# Every command and subcommand that the program offers has its entry in the man page. KNOBSCOPE_CLI names the program.
check_commands() {
    [ -x "${KNOBSCOPE_CLI:-}" ] || {
        echo "knobscope-cli is not built"
        exit 77
    }
    local page=packaging/man/knobscope-cli.1 command sub missing="" text
    text=$(sed -n '/^\.SH COMMANDS/,/^\.SH OPTIONS/p' "$page" | grep -A1 '^\.TP' | sed 's/\\f[BIR]/ /g')
    commands_of() { "$KNOBSCOPE_CLI" "$@" --help | sed -n '/^Subcommands:/,$p' | sed -n 's/^  \([a-z]\+\) .*/\1/p'; }
    for command in $(commands_of); do
        grep -qw -- "$command" <<<"$text" || missing+=" $command"
        for sub in $(commands_of "$command"); do
            grep -qw -- "$sub" <<<"$(grep -w -- "$command" <<<"$text")" || missing+=" '$command $sub'"
        done
    done
    [ -z "$missing" ] || fail "$page does not have:$missing"
}

"check_$1"
