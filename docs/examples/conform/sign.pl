# sign.pl: pvg conform -- perl -I. sign.pl
use strict;
use warnings;
use MyGame::Signing qw(sign_gateway sign_session);

binmode STDIN;
my $body = do { local $/; <STDIN> } // '';
my $secret = $ENV{PVG_SECRET};
print $ENV{PVG_INTERFACE} eq 'gateway'
  ? sign_gateway($ENV{PVG_CLIENT_ID}, $secret, $ENV{PVG_TIMESTAMP}, $body)
  : sign_session($secret, $body);
