// sign.cpp, linked with your game: pvg conform -- ./sign
#include <cstdlib>
#include <iostream>
#include <iterator>
#include "my_game/signing.h"

int main() {
  const std::string body{std::istreambuf_iterator<char>(std::cin), {}};
  const std::string secret = std::getenv("PVG_SECRET");
  if (std::getenv("PVG_INTERFACE") == std::string("gateway"))
    std::cout << my_game::sign_gateway(std::getenv("PVG_CLIENT_ID"), secret, std::getenv("PVG_TIMESTAMP"), body);
  else
    std::cout << my_game::sign_session(secret, body);
}
