// The program that the other languages' modules have in themselves: sign and session.
using System;
using System.IO;
using Newtonsoft.Json.Linq;
using UnityEngine;

static class Program
{
    static int Main(string[] args)
    {
        var status = 1;
        if (args[0] == "sign")
        {
            var body = new MemoryStream();
            Console.OpenStandardInput().CopyTo(body);
            Console.WriteLine(Session.Sign(body.ToArray())["X-Signature"]);
            return 0;
        }
        Coroutine.Run(Session.Mint(args[1], args[2], answer =>
        {
            Console.WriteLine(answer.Status + " " + answer.Text);
            var isSaid = answer.Get("xmdtCompleted")?.Type == JTokenType.Boolean;
            status = answer.Status == 200 && isSaid ? 0 : 1;
        }));
        return status;
    }
}
