package MyGame::Signing;
use strict;
use warnings;
use Digest::SHA qw(sha256_hex hmac_sha256_hex);
use Exporter 'import';
our @EXPORT_OK = qw(sign_gateway sign_session);

sub sign_session { my ($secret, $body) = @_; return hmac_sha256_hex($body, $secret) }

sub sign_gateway {
    my ($client_id, $secret, $timestamp, $body) = @_;
    return sign_session($secret, "$client_id.$timestamp." . sha256_hex($body));
}

1;
