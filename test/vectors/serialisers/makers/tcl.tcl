package require json
package require json::write
# tcllib knows no types: numbers that look like numbers are written bare, everything else as a string.
fconfigure stdout -encoding utf-8
set f [open [lindex $argv 0]]; fconfigure $f -encoding utf-8
set bodies [json::json2dict [read $f]]
proc out {name at text} { puts "$name\t$at\t[binary encode base64 [encoding convertto utf-8 $text]]" }
proc scalar {v} { if {$v eq "true" || $v eq "false" || $v eq "null" || [regexp {^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$} $v]} { return $v } ; return [json::write string $v] }
set at 0
foreach body $bodies {
  # Flat objects only: a dict, a list and a text look the same to Tcl.
  if {![regexp {[\[\]]|\{.*\{} $body] && [string index $body 0] eq "\{"} {
    set members {}
    dict for {k v} [json::json2dict $body] { lappend members $k [scalar $v] }
    json::write indented 1; json::write aligned 1
    out "tcllib" $at [json::write object {*}$members]
    json::write aligned 0
    out "tcllib not aligned" $at [json::write object {*}$members]
    json::write indented 0
    out "tcllib compact" $at [json::write object {*}$members]
  }
  incr at
}
