module oracle

go 1.27
