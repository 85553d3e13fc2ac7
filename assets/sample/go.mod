module example.com/millrace

go 1.22
