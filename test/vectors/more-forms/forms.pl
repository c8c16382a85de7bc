# Forms of bodies.json by Perl: lines of name, causes, number of the body and text in hex.
use strict; use warnings; no warnings;
use JSON::PP; use Encode; use Data::Dumper;
open my $in, '<', 'bodies.json'; local $/; my $bodies = JSON::PP->new->utf8->decode(<$in>);
sub form {
    my ($name, $causes, $make) = @_;
    for my $at (0 .. $#$bodies) {
        my $body = $bodies->[$at];
        my $value = eval { JSON::PP->new->decode($body) };
        next unless ref $value eq 'HASH';
        my $text = eval { $make->($value, $body) };
        next unless defined $text;
        $text = encode('UTF-8', $text) if utf8::is_utf8($text);
        print join("\t", $name, $causes, $at, unpack('H*', $text)), "\n";
    }
}
my $c = JSON::PP->new->canonical;
sub scalars { my $v = shift; for (values %$v) { die if ref $_ } $v }
form('canonical', 'body-keys-sorted', sub { $c->encode($_[0]) });
form('canonical ascii', 'body-keys-sorted body-json-ascii', sub { JSON::PP->new->canonical->ascii->encode($_[0]) });
form('canonical latin1', 'body-keys-sorted', sub { JSON::PP->new->canonical->allow_nonref->encode($_[0]) });
form('canonical slashes', 'body-keys-sorted body-slashes-escaped', sub { JSON::PP->new->canonical->escape_slash->encode($_[0]) });
form('canonical pretty', 'body-pretty', sub { JSON::PP->new->canonical->pretty->encode($_[0]) });
form('canonical space', 'body-keys-sorted body-json-spaced', sub { JSON::PP->new->canonical->space_after->encode($_[0]) });
form('canonical space both', 'body-keys-sorted body-json-spaced', sub { JSON::PP->new->canonical->space_after->space_before->encode($_[0]) });
form('canonical indent', 'body-pretty', sub { JSON::PP->new->canonical->indent->space_after->encode($_[0]) });
form('canonical indent 2', 'body-pretty', sub { JSON::PP->new->canonical->indent->space_after->indent_length(2)->encode($_[0]) });
form('no undef', 'body-keys-sorted body-nulls-dropped', sub { my $v = $_[0]; $c->encode({ map { $_ => $v->{$_} } grep { defined $v->{$_} } keys %$v }) });
form('kv', 'body-query-sorted', sub { my $v = scalars($_[0]); join '&', map { "$_=$v->{$_}" } sort keys %$v });
form('kv not empty', 'body-query-sorted', sub { my $v = scalars($_[0]); join '&', map { "$_=$v->{$_}" } grep { defined $v->{$_} && $v->{$_} ne '' } sort keys %$v });
form('values', 'body-values-joined', sub { my $v = scalars($_[0]); join '', map { $v->{$_} } sort keys %$v });
form('texts', 'body-keys-sorted body-numbers-as-strings', sub { my $v = scalars($_[0]); $c->encode({ map { $_ => "$v->{$_}" } keys %$v }) });
form('twice', 'body-double-encoded', sub { JSON::PP->new->allow_nonref->encode($_[1]) });
