import { setFlagsFromString } from 'node:v8';

// Left alone, V8 lets garbage grow to several times of what is in use before it looks, since the machine has room. This process
// shares it with others; so it looks once there is half as much again as was in use (0082).
setFlagsFromString('--heap-growing-percent=50');
