<?php
namespace MyGame;

function sign_gateway($clientId, $secret, $timestamp, $body)
{
    return hash_hmac('sha256', "$clientId.$timestamp." . hash('sha256', $body), $secret);
}

function sign_session($secret, $body)
{
    return hash_hmac('sha256', $body, $secret);
}
