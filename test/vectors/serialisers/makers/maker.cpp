#include <nlohmann/json.hpp>
#include <boost/property_tree/json_parser.hpp>
#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <json/json.h>
#include <cjson/cJSON.h>
#include <jansson.h>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
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
    string body = each.get<string>();
    out("nlohmann", at, [&] { return nlohmann::json::parse(body).dump(); });
    out("nlohmann 2", at, [&] { return nlohmann::json::parse(body).dump(2); });
    out("nlohmann 4", at, [&] { return nlohmann::json::parse(body).dump(4); });
    out("nlohmann ascii", at, [&] { return nlohmann::json::parse(body).dump(-1, ' ', true); });
    out("nlohmann ordered", at, [&] { return nlohmann::ordered_json::parse(body).dump(); });
    for (bool pretty : {false, true})
      out(pretty ? "boost pretty" : "boost", at, [&] {
        std::istringstream in(body); boost::property_tree::ptree tree; read_json(in, tree);
        std::ostringstream o; write_json(o, tree, pretty); return o.str();
      });
    out("rapidjson", at, [&] {
      rapidjson::Document d; d.Parse(body.c_str(), body.size()); if (d.HasParseError()) throw 1;
      rapidjson::StringBuffer b; rapidjson::Writer<rapidjson::StringBuffer> w(b); d.Accept(w); return string(b.GetString(), b.GetSize());
    });
    out("rapidjson pretty", at, [&] {
      rapidjson::Document d; d.Parse(body.c_str(), body.size()); if (d.HasParseError()) throw 1;
      rapidjson::StringBuffer b; rapidjson::PrettyWriter<rapidjson::StringBuffer> w(b); d.Accept(w); return string(b.GetString(), b.GetSize());
    });
    auto read = [&] { Json::Value v; std::istringstream in(body); in >> v; return v; };
    out("jsoncpp fast", at, [&] { return Json::FastWriter().write(read()); });
    out("jsoncpp styled", at, [&] { return Json::StyledWriter().write(read()); });
    out("jsoncpp stream", at, [&] { return Json::writeString(Json::StreamWriterBuilder(), read()); });
    auto *c = cJSON_Parse(body.c_str());
    if (c) {
      out("cjson c", at, [&] { return string(cJSON_PrintUnformatted(c)); });
      out("cjson c pretty", at, [&] { return string(cJSON_Print(c)); });
    }
    json_error_t e; auto *j = json_loads(body.c_str(), JSON_DECODE_ANY, &e);
    if (j) {
      out("jansson", at, [&] { return string(json_dumps(j, JSON_ENCODE_ANY)); });
      out("jansson compact", at, [&] { return string(json_dumps(j, JSON_ENCODE_ANY | JSON_COMPACT)); });
      out("jansson sorted", at, [&] { return string(json_dumps(j, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS)); });
    }
    at++;
  }
}
