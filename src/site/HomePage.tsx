export default function HomePage() {
  return <h1>Agency ad accounts for Google, Bing and Meta</h1>;
}
