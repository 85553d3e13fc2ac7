module goparser

go 1.21
