use strict; use warnings; use JSON::PP; use JSON::XS; use Cpanel::JSON::XS; use MIME::Base64;
local $/; open my $f, '<', $ARGV[0]; my $bodies = JSON::PP->new->utf8->decode(<$f>);
sub out { my ($name, $at, $text) = @_; print "$name\t$at\t", encode_base64($text, ''), "\n" }
use Encode;
my $at = 0;
for my $body (@$bodies) {
  my $bytes = encode('UTF-8', $body);
  for my $class ('JSON::PP', 'JSON::XS', 'Cpanel::JSON::XS') {
    my $json = $class->new->utf8->allow_nonref->canonical;
    eval { out("$class canonical", $at, $json->encode($json->decode($bytes))) };
    eval { out("$class pretty", $at, $class->new->utf8->allow_nonref->canonical->pretty->encode($json->decode($bytes))) };
    eval { out("$class ascii", $at, $class->new->ascii->allow_nonref->canonical->encode($json->decode($bytes))) };
  }
  $at++;
}
