/*
 * For `node --import`: a clock that is wrong by CLOCK_SKEW_MS milliseconds, ahead where positive. What measures
 * durations, and times of files, are not shifted.
 */
const skewMs = Number(process.env.CLOCK_SKEW_MS);
const RealDate = Date;
const now = () => RealDate.now() + skewMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length > 0 ? values : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = globalThis.Date;
