module morrowkin.example/verify

go 1.21
