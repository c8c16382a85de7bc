package require json; package require json::write; package require sha256
fconfigure stdin -encoding binary -translation lf; fconfigure stdout -encoding binary -translation lf
proc out {n form kind bytes} { puts "$n\ttcl.$form\t$kind\t[binary encode base64 $bytes]" }
# Types are lost in Tcl: only bodies of strings alone are written back.
while {[gets stdin line] >= 0} {
  lassign [split $line \t] n b s cid ts scheme
  set body [binary decode base64 $b]; set secret [binary decode base64 $s]
  if {![catch {set d [json::json2dict [encoding convertfrom utf-8 $body]]}] && [regexp {^\s*\{(\s*"(?:[^"\\]|\\.)*"\s*:\s*"(?:[^"\\]|\\.)*"\s*,?)+\}\s*$} $body]} {
    json::write aligned 0
    foreach {name indented} {flat 0 indented 1} {
      json::write indented $indented
      set args {}; dict for {k v} $d { lappend args $k [json::write string $v] }
      out $n $name body [encoding convertto utf-8 [json::write object {*}$args]]
    }
  }
  set m $body
  if {$scheme eq "A"} { set m "$cid.$ts.[sha2::sha256 -hex $body]" }
  out $n upper sig [string toupper [sha2::hmac -hex -key $secret $m]]
  out $n swapped sig [sha2::hmac -hex -key $m $secret]
}
