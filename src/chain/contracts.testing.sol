// SPDX-License-Identifier: UNLICENSED
// Tokens for tests on a real local chain; contracts.testing.json is what solc 0.8.37 made of this (--optimize
// --optimize-runs 1 --evm-version paris --no-cbor-metadata).
pragma solidity 0.8.37;

interface Sends {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// A token as USDT is one. Whoever asks gets some.
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;

    constructor(uint8 places) {
        decimals = places;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    // Nobody's permission is asked: these are tests.
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal virtual {
        require(balanceOf[from] >= value, "too little");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Keeps one of a hundred of what is sent, as USDT itself may begin to do: the call says more than arrives.
contract FeeToken is Token {
    constructor(uint8 places) Token(places) {}

    function move(address from, address to, uint256 value) internal override {
        super.move(from, address(this), value / 100);
        super.move(from, to, value - value / 100);
    }
}

/// Has no money at all, and shouts that somebody was paid.
contract Shouter {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function shout(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}

/// Pays many in one transaction, as exchanges do.
contract Batch {
    function pay(Sends token, address[] calldata to, uint256[] calldata value) external {
        for (uint256 n = 0; n < to.length; n++) token.transferFrom(msg.sender, to[n], value[n]);
    }
}
