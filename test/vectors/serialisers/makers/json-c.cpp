// json-c and jansson share names, so json-c has a program of its own.
#include <json-c/json.h>
#include <nlohmann/json.hpp>
#include <fstream>
#include <functional>
#include <iostream>
using std::string;
static string base64(const string &s) {
  static const char *t = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  string o;
  for (size_t i = 0; i < s.size(); i += 3) {
    unsigned n = (unsigned char)s[i] << 16;
    if (i + 1 < s.size()) n |= (unsigned char)s[i + 1] << 8;
    if (i + 2 < s.size()) n |= (unsigned char)s[i + 2];
    o += t[n >> 18]; o += t[n >> 12 & 63];
    o += i + 1 < s.size() ? t[n >> 6 & 63] : '='; o += i + 2 < s.size() ? t[n & 63] : '=';
  }
  return o;
}
static void out(const char *name, int at, std::function<string()> make) {
  try { string text = make(); std::cout << name << '\t' << at << '\t' << base64(text) << '\n'; } catch (...) {}
}
int main(int, char **argv) {
  std::ifstream file(argv[1]);
  auto bodies = nlohmann::json::parse(file);
  int at = 0;
  for (auto &each : bodies) {
    auto *k = json_tokener_parse(each.get<string>().c_str());
    if (k) {
      out("json-c", at, [&] { return string(json_object_to_json_string(k)); });
      out("json-c plain", at, [&] { return string(json_object_to_json_string_ext(k, JSON_C_TO_STRING_PLAIN)); });
      out("json-c pretty", at, [&] { return string(json_object_to_json_string_ext(k, JSON_C_TO_STRING_PRETTY)); });
    }
    at++;
  }
}
