// Sign.cs, in a console project that refers to your game: dotnet build && pvg conform -- dotnet bin/Debug/net8.0/Sign.dll
using System;
using System.IO;
using MyGame;

var input = new MemoryStream();
Console.OpenStandardInput().CopyTo(input);
string Given(string name) => Environment.GetEnvironmentVariable(name);
Console.WriteLine(Given("PVG_INTERFACE") == "gateway"
    ? Signing.Gateway(Given("PVG_CLIENT_ID"), Given("PVG_SECRET"), Given("PVG_TIMESTAMP"), input.ToArray())
    : Signing.Session(Given("PVG_SECRET"), input.ToArray()));
