/** The least that an answer over HTTP can cost here: Fastify alone, the same JSON for everybody. */
import Fastify from 'fastify';

const http = Fastify({ logger: false });
http.get('/', async () => ({
  message: 'Wallet fetched successfully',
  users: { _id: 'US-7K3Q-X2MF', username: 'client 4711', wallet: 9_999_999.5, held: 202.5 },
}));
process.send!(await http.listen({ port: 0, host: '127.0.0.1' }));
process.once('disconnect', () => process.exit());
