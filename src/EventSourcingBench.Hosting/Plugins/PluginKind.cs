namespace EventSourcingBench.Hosting.Plugins;

/// <summary>What a plug-in gives the host.</summary>
public enum PluginKind
{
    /// <summary>Stores: it has an <see cref="Abstractions.IStorePlugin"/>.</summary>
    Store = 0,

    /// <summary>A load engine: it has a <see cref="EventSourcingBench.Measurement.Load.ILoadEngine"/>.</summary>
    Engine = 1,

    /// <summary>A way to have servers: it has an <see cref="Abstractions.IServerProvisioner"/>.</summary>
    Provisioner = 2,

    /// <summary>A way to run commands: it has the class that the application asks for.</summary>
    CommandSide = 3,
}
