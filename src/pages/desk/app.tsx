import { useEffect, useState } from 'preact/hooks';
import type { StartAnswer } from '../../desk/wire.js';
import { exchangeCode } from '../shared/client.js';
import { startDesk } from './client.js';
import { DeskRoom } from './desk-room.js';

export function App() {
  const [start, setStart] = useState<StartAnswer>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    exchangeCode()
      .then(startDesk)
      .then(setStart, (error: unknown) => setProblem((error as Error).message));
  }, []);
  if (start !== undefined) return <DeskRoom start={start} />;
  return (
    <main class="alone">
      <h1>pvg desk</h1>
      <p role="status">{problem === '' ? 'Connecting …' : problem}</p>
    </main>
  );
}
