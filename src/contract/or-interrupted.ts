/** The result, or the reason for the interruption as an error. */
export function orInterrupted<Result>(
  waited: Promise<Result>,
  interrupt: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(interrupt.reason as Error);
    };
    interrupt.addEventListener('abort', stop);
    if (interrupt.aborted) stop();
    waited.then(resolve, reject).finally(() => {
      interrupt.removeEventListener('abort', stop);
    });
  });
}
