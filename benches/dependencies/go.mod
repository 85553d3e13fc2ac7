module dependencies

go 1.24
