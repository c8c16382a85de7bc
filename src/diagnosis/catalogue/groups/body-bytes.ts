import type { CauseGroup } from '../cause.js';

/**
 * A mistake in the signed bytes is listed beside the same mistake in the sent bytes. The order matters for the page only.
 * All kinds of fix here show the same code, from the body to the request, with a different comment: `utf8-bytes` says that
 * a text is encoded once, `serialise-once` that one text is signed and sent, `bytes-unchanged` that nothing changes the
 * bytes in between.
 */
export const bodyBytesCauses = {
  title: 'Body: bytes and text',
  causes: [
    {
      id: 'body-trailing-newline',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake:
        'A line break, a space or other text was signed before or after the body, but it was not sent.',
      typicalSenders:
        '`echo`, here-documents, C `sizeof`, `openssl < file`, Go `json.Encoder`, text editors, `puts`.',
      fix: 'Sign exactly the bytes that are sent, with nothing before or after them.',
      hints: {
        bash: "`echo` adds a line break, and in some shells prints `-n`: use `printf '%s'`. `curl -d @file` drops line breaks: use `--data-binary`.",
        go: '`json.Encoder` adds a line break.',
      },
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-zero-byte',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake: 'One or more zero bytes were signed after the body, but they were not sent.',
      typicalSenders:
        'C `strlen(body) + 1` or `sizeof` of a buffer, fixed buffers, padding for a block cipher.',
      fix: 'Sign exactly the bytes that are sent: pass the length of the body, without the zero byte after it.',
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-trailing-newline-missing',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake: 'White space at the end of the body, usually a line break, was sent but not signed.',
      typicalSenders:
        'Go: `json.Marshal` is signed, but an Encoder sends; `curl --data-binary @file`; code that trims the text before signing.',
      fix: 'Send the exact bytes that you signed, with or without the white space at the end.',
      hints: { bash: 'In a shell, `$(…)` drops the line breaks at the end of what it reads.' },
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-crlf',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The body was signed with CRLF line breaks, but it was sent with LF line breaks.',
      typicalSenders: 'Windows editors, HMAC calculators on web pages.',
      fix: 'Sign the bytes that are sent, and change no line break between signing and sending: keep LF.',
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-lf',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The body was signed with LF line breaks, but it was sent with CRLF line breaks.',
      typicalSenders: 'Postman on Windows, text files read in text mode.',
      fix: 'Send the bytes that you signed. Read and write the body in binary mode.',
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-newlines-removed',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The line breaks in the body were removed or replaced before signing, but they were sent.',
      typicalSenders: 'Java `readLine()` loops and `lines().collect(joining())`, Unity `.Replace`.',
      fix: 'Sign the body as bytes: not line by line, and without anything that changes its line breaks.',
      hints: {
        bash: "`echo` and `printf` of a variable alone may change them: use `printf '%s'`.",
      },
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-newlines-lost',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake: 'The line breaks in the body were signed, but they were lost when it was sent.',
      typicalSenders: '`curl -d @body.json`, which leaves out the line breaks of the file.',
      fix: 'Send the body with its line breaks, as it was signed.',
      hints: { bash: 'With curl, use `--data-binary @body.json`: `-d` removes line breaks.' },
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-whitespace-removed',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'Spaces, tabs or line breaks in the body were removed before signing, but they were sent.',
      typicalSenders:
        'A regular expression that cleans up the JSON, such as `Regex.Replace(json, "\\\\s", "")`.',
      fix: 'Sign the bytes as they are sent, with all their white space.',
      hints: {
        bash: 'In a shell, put the variable in double quotes, `"$body"`: without them the shell changes white space.',
      },
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-signed-twice',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The body was signed twice in a row: the same bytes came once more after it.',
      typicalSenders:
        '`hmac.update(body)` in a loop, in a retry, or in an interceptor and in the sender.',
      fix: 'Make a new hash and a new HMAC object for each request. Pass the bytes to it once.',
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-sent-twice',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake: 'The body was sent twice in a row, but signed once.',
      typicalSenders: 'A retry that writes to the same stream again.',
      fix: 'Send exactly the bytes that were signed, once.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-base64',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake: 'The body was signed as itself and sent in base64 or hex, or the other way round.',
      typicalSenders:
        'PHP code, payment services that encode their payload as base64, API gateways that take JSON for binary data.',
      fix: 'Sign the JSON bytes themselves and send the same bytes, both without base64 or hex.',
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-urlencoded-whole',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'The URL-encoded or URL-decoded text of the body was signed instead of the body itself.',
      typicalSenders: 'PHP `urlencode`, JavaScript `encodeURIComponent`.',
      fix: 'Sign and send the same raw bytes of the body. Do not URL-encode or decode them.',
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-gzip-mismatch',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The body was compressed after it was signed: the compressed bytes were sent, but the uncompressed ones were signed.',
      typicalSenders: 'Compression interceptors of OkHttp and Elasticsearch, proxies.',
      fix: 'Remove the compression and the `Content-Encoding` header, and send the JSON itself.',
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-bom-added',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'A byte order mark (EF BB BF) was signed before the body, but it was not sent.',
      typicalSenders: 'C# StreamWriter and `Encoding.UTF8.GetPreamble()`.',
      fix: 'Encode as UTF-8 without a byte order mark.',
      hints: { csharp: 'In C#, use `new UTF8Encoding(false)`.' },
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-bom-stripped',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'A byte order mark (EF BB BF) was sent before the body, but it was not signed.',
      typicalSenders:
        'C# StringContent over a stream with a byte order mark, files saved by Windows editors.',
      fix: 'Send the body as UTF-8 without a byte order mark. Save files without one.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-charset-ascii',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake: 'The body was converted to ASCII before signing, so non-ASCII characters were lost.',
      typicalSenders:
        'C# `Encoding.ASCII.GetBytes`, US-ASCII with replacement in Java and Python, Node `toString("ascii")`.',
      fix: 'Sign the UTF-8 bytes of the body.',
      hints: { csharp: 'In C#, use `Encoding.UTF8.GetBytes`.' },
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-pasted',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The body was sent with curly quotes or no-break spaces, but signed without them.',
      typicalSenders: 'A request that was copied from a wiki, a chat or a word processor.',
      fix: 'Copy the body as plain text, and send exactly the bytes that were signed.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-quotes-lost',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The body was signed with double quotes, but sent without them or with single quotes.',
      typicalSenders:
        'A command in the shell of Windows, which takes quotes away; Python’s `str(payload)`.',
      fix: 'Send exactly the bytes that were signed. In a shell, send them from a file.',
      hints: { bash: 'Use `curl --data-binary @body.json`.' },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-quotes-removed',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The double quotes in the body were removed before signing, but they were sent.',
      typicalSenders: 'A body in the text of a shell command: `io.popen`, `os.system`, `sh -c`.',
      fix: 'Do not put the body into the text of a command, where a shell reads its quotes: write it to a file or to the input of the command.',
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-diacritics-removed',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'The body was signed without the marks of its letters (`ễ` as `e`), but sent with them.',
      typicalSenders: 'A function that makes slugs or search texts, such as `unidecode`.',
      fix: 'Sign the UTF-8 bytes that are sent, with every letter as it is.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-charset-latin1',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake: 'The body was signed in Latin-1 and sent in UTF-8, or the other way round.',
      typicalSenders:
        'Java `getBytes()` without a charset on Windows, old Node `hmac.update(text)`, `btoa`, `binary` strings.',
      fix: 'Name the charset in the code. Convert the text to UTF-8 once, sign those bytes and send them.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-charset-windows-1252',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The body was signed in Windows-1252 and sent in UTF-8, or the other way round.',
      typicalSenders:
        'Java `getBytes()` without a charset on Windows, `Encoding.Default` of .NET Framework.',
      fix: 'Name the charset in the code. Convert the text to UTF-8 once, sign those bytes and send them.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-charset-national',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The body was signed in a charset of one country, such as GBK, Shift_JIS or Windows-1251, but it was sent in UTF-8.',
      typicalSenders:
        'Java `getBytes()` without a charset on Windows, `Encoding.Default` of .NET Framework, PHP `iconv`.',
      fix: 'Name the charset in the code. Convert the text to UTF-8 once, sign those bytes and send them.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-charset-utf16',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The body was signed in UTF-16, but it was sent in UTF-8.',
      typicalSenders: 'C# `Encoding.Unicode`, Unreal TCHAR buffers, Delphi, Java `UTF_16`.',
      fix: 'Convert the text to UTF-8 once. Sign those bytes and send them.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-utf16-sent',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The body was sent in UTF-16, but its text was signed in UTF-8.',
      typicalSenders: 'PowerShell, .NET `Encoding.Unicode`.',
      fix: 'Encode the text as UTF-8 once. Sign these bytes and send them.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-modified-utf8',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'The body was signed in modified UTF-8 (CESU-8), which has six bytes in place of four for a character beyond U+FFFF, such as an emoji, but it was sent in UTF-8.',
      typicalSenders:
        'Java `DataOutputStream.writeUTF`, JNI `GetStringUTFChars`, databases with CESU-8.',
      fix: 'Encode the text as standard UTF-8. Sign those bytes and send them.',
      hints: {
        java: 'In Java, use `getBytes(StandardCharsets.UTF_8)`, not `DataOutputStream.writeUTF` or `GetStringUTFChars` of JNI.',
        kotlin:
          'In Kotlin, use `toByteArray()`, not `DataOutputStream.writeUTF` or `GetStringUTFChars` of JNI.',
        cpp: 'In C++ behind JNI, take the bytes that Java’s `getBytes` gives, not `GetStringUTFChars`.',
      },
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-mojibake',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The body was decoded with the wrong charset and encoded as UTF-8 again before it was signed.',
      typicalSenders:
        'PHP `utf8_encode`, Perl `encode`, Java `new String(bytes, ISO_8859_1)`, JNI `GetStringUTFChars`.',
      fix: 'Remove the second conversion. Sign the bytes that are sent.',
      hints: { php: 'In PHP, it may be `utf8_encode`.' },
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-mojibake-sent',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The text was signed as it is, but it was sent as if its UTF-8 bytes were Latin-1 or Windows-1252, encoded as UTF-8 again.',
      typicalSenders: 'An HTTP client that encodes a text that is encoded already.',
      fix: 'Send the bytes that were signed. Encode the text as UTF-8 once, and give the HTTP client bytes, not text.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-unicode-normalized',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'The body was signed after Unicode normalisation (such as NFC or NFD), but it was sent without it.',
      typicalSenders: 'Text from Swift or macOS, Java Normalizer.',
      fix: 'Do not normalise before signing. Sign the bytes as they are sent.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-truncated-chars',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'Only the first part of the body was signed, such as when its characters were counted instead of its bytes, or a buffer was too short.',
      typicalSenders:
        'C# `TransformBlock(b, 0, text.Length)`, Unreal `Str.Len()`, a length taken from another string in C, `snprintf` into a short buffer.',
      fix: 'Sign all UTF-8 bytes that are sent: pass their number, not that of the characters, and no copy in a buffer that may be too short. In C, `sizeof` also counts the zero byte at the end of a text.',
      fixKind: 'utf8-bytes',
    },
    {
      id: 'body-sent-cut',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The body was sent without its last bytes, which were signed.',
      typicalSenders:
        'Lua, C and others where Content-Length is the number of characters, not of bytes.',
      fix: 'Send exactly the bytes that were signed. Set Content-Length to their number, or let the HTTP client set it.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-double-encoded',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'The JSON text was encoded once more, as a JSON string in quotes, in only one of the two: what was signed or what was sent.',
      typicalSenders:
        '`JSON.stringify` of a string, axios with a string body and a JSON content type.',
      fix: 'Serialise once. Sign and send the JSON text itself.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-slashes-added',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The body has a backslash before every quote on one side only: where it was signed, or where it was sent.',
      typicalSenders: 'PHP `addslashes`, frameworks that add slashes to every input.',
      fix: 'Sign the bytes that are sent. Nothing may escape them in between.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-backslashes-removed',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The backslashes in the body were removed before signing, but they were sent.',
      typicalSenders: '`read` in a shell without `-r`, PHP `stripslashes`.',
      fix: 'Sign the bytes that are sent. Nothing may read their escapes in between.',
      hints: { bash: 'In a shell, use `read -r`, or read the file: `$(cat body.json)`.' },
      fixKind: 'bytes-unchanged',
    },
  ],
} as const satisfies CauseGroup;
