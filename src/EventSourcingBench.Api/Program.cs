await WebApplication.Create(args).RunAsync();
