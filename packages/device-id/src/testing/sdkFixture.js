globalThis.deviceSdkLoads = (globalThis.deviceSdkLoads ?? 0) + 1
