export default function LoginPage() {
  return <h1>Hello!</h1>;
}
