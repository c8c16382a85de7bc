use strict; use warnings; use JSON::PP; use MIME::Base64 qw(encode_base64 decode_base64 encode_base64url);
use Digest::SHA qw(hmac_sha256 hmac_sha256_hex hmac_sha256_base64 sha256_hex sha256_base64); use Encode;
sub out { my ($n, $form, $kind, $b) = @_; return unless defined $b; print "$n\tpl.$form\t$kind\t", encode_base64($b, ''), "\n"; }
while (my $line = <STDIN>) {
  chomp $line; my ($n, $body, $secret, $cid, $ts, $scheme) = split /\t/, $line, -1;
  $body = decode_base64($body); $secret = decode_base64($secret);
  my $o = eval { JSON::PP->new->utf8->allow_bignum(0)->decode($body) };
  if (ref $o eq 'HASH') {
    out($n, 'canonical', 'body', eval { JSON::PP->new->utf8->canonical->encode($o) });
    out($n, 'canonical-ascii', 'body', eval { JSON::PP->new->ascii->canonical->encode($o) });
    out($n, 'canonical-latin1', 'body', eval { JSON::PP->new->latin1->canonical->encode($o) });
    out($n, 'canonical-slash', 'body', eval { JSON::PP->new->utf8->canonical->escape_slash->encode($o) });
    out($n, 'sorted-kv', 'body', eval { for (values %$o) { die if ref || !defined } encode_utf8(join '&', map { "$_=$o->{$_}" } sort keys %$o) });
    # The wire is characters to Perl, encoded once more on the way out.
    out($n, 'twice-utf8', 'body', eval { JSON::PP->new->utf8->canonical->encode(JSON::PP->new->canonical->decode($body)) });
  }
  out($n, 'encode_utf8', 'body', encode_utf8($body));
  my $m = $scheme eq 'B' ? $body : "$cid.$ts." . sha256_hex($body);
  out($n, 'base64', 'sig', hmac_sha256_base64($m, $secret));
  out($n, 'base64-lf', 'sig', do { my $x = encode_base64(hmac_sha256($m, $secret)); chomp $x; $x });
  out($n, 'swapped', 'sig', hmac_sha256_hex($secret, $m));
  out($n, 'unpack-upper', 'sig', uc unpack('H*', hmac_sha256($m, $secret)));
  out($n, 'sprintf-x', 'sig', join '', map { sprintf '%x', ord } split //, hmac_sha256($m, $secret));
  out($n, 'inner-b64', 'sig', hmac_sha256_hex("$cid.$ts." . sha256_base64($body), $secret)) if $scheme eq 'A';
}
