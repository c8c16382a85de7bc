// The program that the other languages' modules have in themselves: sign, lookup and verify.
int main(int, char** Words) {
    const std::string Mode = Words[1];
    int Status = 1;
    if (Mode == "sign") {
        std::puts(*Gateway::Sign(ReadBody(), FPlatformMisc::GetEnvironmentVariable("PVG_TIMESTAMP"))[2].Value);
        return 0;
    }
    if (Mode == "verify") {
        Gateway::Verify(Words[2], Words[3], Words[4], [&Status](const FString& Problem) {
            if (!Problem.IsEmpty()) std::fprintf(stderr, "not granted: %s\n", *Problem);
            Status = Problem.IsEmpty() ? 0 : 1;
        });
        return Status;
    }
    Gateway::Lookup(Words[2], Words[3], Words[4], [&Status](const Gateway::FAnswer& Answer) {
        std::printf("%d %s\n", Answer.Status, *Answer.Text);
        Status = Answer.Status == 200 ? 0 : 1;
    });
    return Status;
}
