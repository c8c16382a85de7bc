import { snakeCase, withDollar } from './names.js';
import type { Language } from './language.js';

export const perl: Language = {
  alsoCalled: ['pl', 'mojolicious'],
  userAgent: /^(?:HTTP-Tiny|libwww-perl|Mojolicious)\b/,
  comment: '#',
  pieces: {
    names: withDollar(snakeCase),
    payload: `my $body = JSON::PP->new->utf8->encode($payload);`,
    text: `my $body = Encode::encode('UTF-8', $text);`,
    file: `open my $file, '<:raw', 'body.json' or die $!;
my $body = do { local $/; <$file> }; # no chomp`,
    nothing: `my $body = '';`,
    send: `HTTP::Tiny->new->post($url, { headers => \\%headers, content => $body });`,
    bodyHash: `my $body_hash = sha256_hex($body);`,
    bodyHex: `my $body_hex = unpack 'H*', $body;`,
    message: `my $message = join '.', $client_id, $timestamp, $body_hash;`,
    signed: { gateway: '$message', session: '$body' },
    hmac: (data) => `my $signature = hmac_sha256_hex(${data}, $secret);`,
    readSecret: (variable) => `my $secret = $ENV{${variable}} =~ s/^\\s+|\\s+$//gr;
die "${variable} is empty or in quotes\\n" if $secret eq '' || $secret =~ /^["']/;`,
    fingerprint: `my $fingerprint = substr sha256_hex($secret), 0, 12;
warn length($secret), " $fingerprint\\n"; # never the secret itself`,
    print: (label, value) => `warn '${label}: ', ${value}, "\\n";`,
    order: `# hmac_sha256_hex(data, key)`,
    timestamp: `my $timestamp = time;`,
    clientId: `my $client_id = $ENV{CLIENT_ID} =~ s/^\\s+|\\s+$//gr;`,
    header: (name, value) => `$headers{'${name}'} = ${value};`,
    contentType: `my %headers = ('Content-Type' => 'application/json');`,
  },
  program: `# Perl 5.14 or later, core modules only: perl «interface».pl «usage»
use strict;
use warnings;
G|use Digest::SHA qw(hmac_sha256_hex sha256_hex);
S|use Digest::SHA qw(hmac_sha256_hex);
use Encode ();
use HTTP::Tiny;
use JSON::PP ();
use Time::HiRes ();

sub required {
    my ($name) = @_;
    length($ENV{$name} // '') or die "$name is not set\\n";
    return $ENV{$name};
}

G|# The headers for a body, in bytes. The timestamp is Unix seconds; header and message need the same text.
G|sub sign {
G|    my ($body, $timestamp) = @_;
G|    $timestamp //= time;
G|    my $client_id = required('PVG_CLIENT_ID');
G|    my $message   = join '.', $client_id, $timestamp, sha256_hex($body);
G|    my $signature = hmac_sha256_hex($message, required('PVG_CLIENT_SECRET'));
G|    return { 'X-Client-ID' => $client_id, 'X-Timestamp' => $timestamp, 'X-Signature' => $signature };
G|}
S|# The headers for a body, in bytes.
S|sub sign {
S|    my ($body) = @_;
S|    return { 'X-Signature' => hmac_sha256_hex($body, required('PVG_SECRET_KEY')) };
S|}

# Status (0: no answer), answer, attempts. After 5xx or a lost answer it waits and signs again.
sub post {
    my ($path, $fields) = @_;

    # Sign and send these same bytes; never encode again, the key order is not fixed.
    my $body = JSON::PP->new->utf8->encode($fields);
    my $url = required('PVG_«INTERFACE»_URL') =~ s{/$}{}r . $path;
    my ($status, $answer, $attempts) = (0, '', 0);
    for my $wait (0, 0.2, 0.4, 0.8) {
        Time::HiRes::sleep($wait * (0.5 + rand() / 2));
        $attempts++;
        my %headers  = ('Content-Type' => 'application/json', %{ sign($body) });
        my $response = HTTP::Tiny->new(timeout => 10, max_redirect => 0)
            ->post($url, { headers => \\%headers, content => $body });

        # 599 is HTTP::Tiny's own word for no answer.
        ($status, $answer) = $response->{status} == 599 ? (0, '') : @$response{qw(status content)};
        last if $status > 0 && $status < 500;
    }
    return ($status, $answer, $attempts);
}

# The members of an answer; none if it is not a JSON object.
sub members {
    my ($text) = @_;
    my $answer = eval { JSON::PP->new->utf8->decode($text) };
    return ref $answer eq 'HASH' ? $answer : {};
}

G|sub purchase {
G|    my ($product_id, $package, $receipt) = map { Encode::decode('UTF-8', $_) } @_;
G|    return { os_id => 1, product_id => $product_id, package => $package, receipt => $receipt };
G|}
G|
G|sub lookup {
G|    return post('/iap/gateway/lookup-receipt', purchase(@_));
G|}
G|
G|# Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|# Returns undef if it granted the purchase, or why not.
G|sub verify {
G|    my ($status, $text, $attempts) = post('/iap/gateway/verify', purchase(@_));
G|    my $answer = members($text);
G|    if ($status == 200 && JSON::PP::is_bool($answer->{success}) && $answer->{success}) {
G|        grant($answer->{transaction_id});
G|        return undef;
G|    }
G|    my $is_unknown = $status == 0 || $status == 200 || ($status == 409 && $attempts > 1);
G|    my $problem    = "$status " . ($answer->{error} // 'without an error code');
G|    return $is_unknown ? "$problem: the outcome is unknown: look it up" : $problem;
G|}
G|
G|# Give the item here: insert the transaction id under a unique key, and give nothing if it is there already.
G|sub grant {
G|    my ($transaction_id) = @_;
G|    print "granted $transaction_id\\n";
G|}
S|# Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|sub session {
S|    my ($game_id, $username) = map { Encode::decode('UTF-8', $_) } @_;
S|    return post('/xmdt/session', { gameId => $game_id, username => $username });
S|}

sub main {
    my ($mode, @words) = @_;
    if ($mode eq 'sign') {
        binmode STDIN;
        my $body = do { local $/; <STDIN> } // '';
G|        print sign($body, $ENV{PVG_TIMESTAMP})->{'X-Signature'}, "\\n";
S|        print sign($body)->{'X-Signature'}, "\\n";
        return 0;
    }
G|    if ($mode eq 'verify') {
G|        my $problem = verify(@words);
G|        print STDERR "not granted: $problem\\n" if defined $problem;
G|        return defined $problem ? 1 : 0;
G|    }
G|    my ($status, $answer) = lookup(@words);
S|    my ($status, $answer) = session(@words);
    print "$status $answer\\n";
G|    return $status == 200 ? 0 : 1;
S|    return $status == 200 && JSON::PP::is_bool(members($answer)->{xmdtCompleted}) ? 0 : 1;
}

exit main(@ARGV) unless caller;
1;
`,
};
