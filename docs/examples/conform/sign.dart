// bin/sign.dart in the package of your game: dart compile exe bin/sign.dart -o sign && pvg conform -- ./sign
import 'dart:io';
import 'package:my_game/signing.dart';

Future<void> main() async {
  final body = [await for (final part in stdin) ...part];
  final given = Platform.environment;
  final secret = given['PVG_SECRET']!;
  print(given['PVG_INTERFACE'] == 'gateway'
      ? signGateway(given['PVG_CLIENT_ID']!, secret, given['PVG_TIMESTAMP']!, body)
      : signSession(secret, body));
}
