// A page that keeps the event loop busy for 9 ms in the mean, as template code does, without taking the CPU from others.
const http = require('node:http');

const nobody = new Int32Array(new SharedArrayBuffer(4));
const hold = (millis) => Atomics.wait(nobody, 0, 0, millis);

http
  .createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    hold(4 - 5 * Math.log(1 - Math.random()));
    response.end('ok\n');
  })
  .listen(Number(process.argv[2]), '127.0.0.1', 500);
