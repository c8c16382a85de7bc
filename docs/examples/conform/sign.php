<?php
// sign.php: pvg conform -- php sign.php
require 'my_game/signing.php';

$body = file_get_contents('php://stdin');
$secret = getenv('PVG_SECRET');
echo getenv('PVG_INTERFACE') === 'gateway'
    ? MyGame\sign_gateway(getenv('PVG_CLIENT_ID'), $secret, getenv('PVG_TIMESTAMP'), $body)
    : MyGame\sign_session($secret, $body);
