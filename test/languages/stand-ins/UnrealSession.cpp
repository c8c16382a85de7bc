// The program that the other languages' modules have in themselves: sign and session.
int main(int, char** Words) {
    int Status = 1;
    if (std::string(Words[1]) == "sign") {
        std::puts(*Session::Sign(ReadBody())[0].Value);
        return 0;
    }
    Session::Mint(Words[2], Words[3], [&Status](const Session::FAnswer& Answer) {
        std::printf("%d %s\n", Answer.Status, *Answer.Text);
        const bool bIsSaid = Answer.Members()->HasTypedField<EJson::Boolean>("xmdtCompleted");
        Status = Answer.Status == 200 && bIsSaid ? 0 : 1;
    });
    return Status;
}
