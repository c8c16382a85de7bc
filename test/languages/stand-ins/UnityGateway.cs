// The program that the other languages' modules have in themselves: sign, lookup and verify.
using System;
using System.IO;
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
            var timestamp = Environment.GetEnvironmentVariable("PVG_TIMESTAMP");
            Console.WriteLine(Gateway.Sign(body.ToArray(), timestamp)["X-Signature"]);
            return 0;
        }
        if (args[0] == "verify")
        {
            Coroutine.Run(Gateway.Verify(args[1], args[2], args[3], problem =>
            {
                if (problem != null) Console.Error.WriteLine("not granted: " + problem);
                status = problem == null ? 0 : 1;
            }));
            return status;
        }
        Coroutine.Run(Gateway.Lookup(args[1], args[2], args[3], answer =>
        {
            Console.WriteLine(answer.Status + " " + answer.Text);
            status = answer.Status == 200 ? 0 : 1;
        }));
        return status;
    }
}
