#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <string>

namespace my_game {
inline std::string hex(const unsigned char* bytes, unsigned size) {
  std::string text;
  for (unsigned at = 0; at < size; at += 1) {
    text += "0123456789abcdef"[bytes[at] >> 4];
    text += "0123456789abcdef"[bytes[at] & 15];
  }
  return text;
}

inline std::string sign_session(const std::string& secret, const std::string& body) {
  unsigned char mac[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(body.data()), body.size(), mac, &size);
  return hex(mac, size);
}

inline std::string sign_gateway(const std::string& client_id, const std::string& secret, const std::string& timestamp,
                                const std::string& body) {
  unsigned char hash[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(body.data(), body.size(), hash, &size, EVP_sha256(), nullptr);
  return sign_session(secret, client_id + "." + timestamp + "." + hex(hash, size));
}
}  // namespace my_game
